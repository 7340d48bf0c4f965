import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openDecoder } from './decoder.ts'
import { createScanGate } from './scan-gate.ts'

/** The state of the camera, which the window shows. */
export type CameraState = 'starting' | 'live' | 'refused' | 'none' | 'busy' | 'insecure' | 'unread'

/** Between two pictures: reading every picture heats the phone. */
const PAUSE_MS = 90
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

const STATES: Record<string, CameraState> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  NotSupportedError: 'none',
  OverconstrainedError: 'none',
}

/** Opens a phone's rear camera, or the one that there is; returns the reason when none can be opened. */
async function openCamera(): Promise<MediaStream | CameraState> {
  // Browsers offer it only on HTTPS.
  if (!navigator.mediaDevices?.getUserMedia) return 'insecure'
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
    })
  } catch (error) {
    return STATES[error instanceof Error ? error.name : ''] ?? 'busy'
  }
}

type Torch = MediaTrackCapabilities & { torch?: boolean }
const hasTorch = (track: MediaStreamTrack) =>
  Boolean((track.getCapabilities?.() as Torch | undefined)?.torch)

/**
 * Shows the camera in the element of `video` and calls `onCode` once for each code that it reads, until its window is
 * closed; not while the last one `isBusy`.
 */
export function useCamera(onCode: (code: string) => void, isBusy: boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [torch, setTorch] = useState<{ isOn: boolean; track: MediaStreamTrack } | null>(null)
  const report = useEffectEvent(onCode)
  const mustWait = useEffectEvent(() => isBusy)

  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    let stream: MediaStream | undefined
    async function run() {
      const opened = await openCamera()
      if (typeof opened === 'string') return setState(opened)
      stream = opened
      const [track] = stream.getVideoTracks()
      const box = video.current
      if (signal.aborted || !box || !track) return stop()
      box.srcObject = stream
      // Another program has taken the camera, or it was unplugged.
      track.addEventListener('ended', () => setState('busy'), { signal })
      if (hasTorch(track)) setTorch({ isOn: false, track })
      const [decode] = await Promise.all([openDecoder().catch(() => null), box.play()])
      if (signal.aborted) return stop()
      if (!decode) return setState('unread')
      setState('live')
      const gate = createScanGate()
      while (!signal.aborted) {
        // A picture on which the reader fails counts as one without a code.
        const seen = await decode(box).catch(() => null)
        const code = gate(seen, performance.now(), mustWait())
        if (code !== null && !signal.aborted) report(code)
        await pause()
      }
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    // Closing the window meanwhile interrupts the start.
    run().catch(() => signal.aborted || setState('busy'))
    return () => {
      closing.abort()
      stop()
    }
  }, [])

  const toggleTorch = async () => {
    if (!torch) return
    const isOn = !torch.isOn
    const constraint = { torch: isOn } as MediaTrackConstraintSet
    await torch.track.applyConstraints({ advanced: [constraint] }).catch(() => {})
    setTorch({ ...torch, isOn })
  }
  return { video, state, torch: torch && { isOn: torch.isOn, toggle: toggleTorch } }
}
