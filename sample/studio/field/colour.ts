export type Rgb = readonly [number, number, number]

/** A hex colour as linear light. */
export function linear(hex: string): Rgb {
  const part = (i: number) => (Number.parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2
  return [part(1), part(3), part(5)]
}

const toHex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((v) =>
      Math.round(Math.max(0, Math.min(1, v)) ** (1 / 2.2) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Between two hex colours, in linear light. */
export function blend(from: string, to: string, t: number): string {
  const a = linear(from)
  const b = linear(to)
  return toHex([0, 1, 2].map((c) => (a[c] as number) * (1 - t) + (b[c] as number) * t))
}

export const darken = (hex: string, t: number): string => blend(hex, '#0c0806', t)
export const lighten = (hex: string, t: number): string => blend(hex, '#fff8ec', t)

/** Perceived lightness 0..1. */
export function lightness(hex: string): number {
  const [r, g, b] = linear(hex)
  return (0.21 * r + 0.72 * g + 0.07 * b) ** (1 / 2.2)
}
