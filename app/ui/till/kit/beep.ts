let context: AudioContext | undefined

const SOUNDS = {
  good: [{ hertz: 1320, from: 0, seconds: 0.06 }],
  bad: [
    { hertz: 220, from: 0, seconds: 0.16 },
    { hertz: 165, from: 0.2, seconds: 0.24 },
  ],
} as const

/** Plays a short sound: high when a line was added, low and double when not. Silent in a browser without sound. */
export function beep(kind: keyof typeof SOUNDS) {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => {})
    for (const { hertz, from, seconds } of SOUNDS[kind]) {
      const start = context.currentTime + from
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.type = kind === 'bad' ? 'square' : 'sine'
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.12, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
      tone.connect(volume).connect(context.destination)
      tone.start(start)
      tone.stop(start + seconds)
    }
  } catch {
    // No sound card, or sound is not allowed: the screen shows the message as well.
  }
}
