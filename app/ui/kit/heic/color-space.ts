/** Behind it lies the picture itself: what describes the colors stands before. */
const DESCRIBED_WITHIN = 65_536
const WIDE = 'Display P3'

/**
 * The colors that a HEIC photo is kept in, by the name of its profile, which stands there in UTF-16.
 * Photos of an iPhone are in Display P3; taken for sRGB their reds and greens would be dull.
 */
export function colorSpaceOf(bytes: Uint8Array): PredefinedColorSpace {
  const head = bytes.subarray(0, DESCRIBED_WITHIN)
  const name = Array.from(WIDE, (char) => [0, char.charCodeAt(0)]).flat()
  for (let at = 0; at + name.length <= head.length; at += 1)
    if (name.every((byte, n) => head[at + n] === byte)) return 'display-p3'
  return 'srgb'
}
