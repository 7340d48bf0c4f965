// Paths are SVG with absolute M, L, C, Q and Z only, so every number pair is a point that can be moved.

export type Point = readonly [x: number, y: number]
/** x' = a x + c y + e, y' = b x + d y + f */
export type Affine = readonly [number, number, number, number, number, number]

export const still: Affine = [1, 0, 0, 1, 0, 0]

export function multiply(m: Affine, n: Affine): Affine {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ]
}

export function invert(m: Affine): Affine {
  const det = m[0] * m[3] - m[1] * m[2]
  return [
    m[3] / det,
    -m[1] / det,
    -m[2] / det,
    m[0] / det,
    (m[2] * m[5] - m[3] * m[4]) / det,
    (m[1] * m[4] - m[0] * m[5]) / det,
  ]
}

/** Scale (negative `flip` mirrors) and turn about a pivot, then move. Degrees. */
export function placing(o: {
  dx?: number
  dy?: number
  scale?: number
  turn?: number
  flip?: boolean
  pivot?: Point
}): Affine {
  const [px, py] = o.pivot ?? [400, 500]
  const a = ((o.turn ?? 0) * Math.PI) / 180
  const s = o.scale ?? 1
  const sx = o.flip ? -s : s
  const turned: Affine = [
    Math.cos(a) * sx,
    Math.sin(a) * sx,
    -Math.sin(a) * s,
    Math.cos(a) * s,
    0,
    0,
  ]
  return multiply(
    [1, 0, 0, 1, px + (o.dx ?? 0), py + (o.dy ?? 0)],
    multiply(turned, [1, 0, 0, 1, -px, -py]),
  )
}

export function movePath(d: string, move: (x: number, y: number) => Point): string {
  return d.replace(/(-?\d*\.?\d+)[ ,]+(-?\d*\.?\d+)/g, (_, x: string, y: string) => {
    const [nx, ny] = move(Number(x), Number(y))
    return `${nx.toFixed(2)} ${ny.toFixed(2)}`
  })
}

/** The other half of a garment whose middle is x = 400. */
export const mirror = (d: string): string => movePath(d, (x, y) => [800 - x, y])

export const ellipse = (cx: number, cy: number, rx: number, ry = rx): string => {
  const k = 0.5523
  return `M${cx - rx} ${cy} C${cx - rx} ${cy - ry * k} ${cx - rx * k} ${cy - ry} ${cx} ${cy - ry} C${cx + rx * k} ${cy - ry} ${cx + rx} ${cy - ry * k} ${cx + rx} ${cy} C${cx + rx} ${cy + ry * k} ${cx + rx * k} ${cy + ry} ${cx} ${cy + ry} C${cx - rx * k} ${cy + ry} ${cx - rx} ${cy + ry * k} ${cx - rx} ${cy} Z`
}

export const box = (x: number, y: number, w: number, h: number, r = 0): string => {
  const k = r * 0.45
  const R = x + w
  const B = y + h
  return r === 0
    ? `M${x} ${y} L${R} ${y} L${R} ${B} L${x} ${B} Z`
    : `M${x + r} ${y} L${R - r} ${y} C${R - k} ${y} ${R} ${y + k} ${R} ${y + r} L${R} ${B - r} C${R} ${B - k} ${R - k} ${B} ${R - r} ${B} L${x + r} ${B} C${x + k} ${B} ${x} ${B - k} ${x} ${B - r} L${x} ${y + r} C${x} ${y + k} ${x + k} ${y} ${x + r} ${y} Z`
}

/** A smooth open curve through the points (Catmull-Rom as cubic pieces), without its M. */
export function through(points: readonly Point[], start = true): string {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0]
  const [sx, sy] = at(0)
  let d = start ? `M${sx} ${sy}` : `L${sx} ${sy}`
  for (let i = 0; i < points.length - 1; i++) {
    const [ax, ay] = at(i - 1)
    const [bx, by] = at(i)
    const [cx, cy] = at(i + 1)
    const [ex, ey] = at(i + 2)
    d += ` C${bx + (cx - ax) / 6} ${by + (cy - ay) / 6} ${cx - (ex - bx) / 6} ${cy - (ey - by) / 6} ${cx} ${cy}`
  }
  return d
}
