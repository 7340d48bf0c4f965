/** The description of the colors is within these first bytes; the picture itself follows. */
const DESCRIBED_WITHIN = 65_536
const WIDE = 'Display P3'

/**
 * The color space of a HEIC photo, by the name of its profile, which is stored in UTF-16. iPhone photos are in Display
 * P3; read as sRGB their reds and greens would be dull.
 */
export function colorSpaceOf(bytes: Uint8Array): PredefinedColorSpace {
  const head = bytes.subarray(0, DESCRIBED_WITHIN)
  const name = Array.from(WIDE, (char) => [0, char.charCodeAt(0)]).flat()
  for (let at = 0; at + name.length <= head.length; at += 1)
    if (name.every((byte, n) => head[at + n] === byte)) return 'display-p3'
  return 'srgb'
}
