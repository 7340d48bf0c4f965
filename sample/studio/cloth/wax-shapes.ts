import { type Draw, disc, ground, type Inks, path, petal, round, seeds } from './wax-ink.ts'

const sun = (x: number, y: number, s: number, [g, m, l, d, a]: Inks): string =>
  disc(x, y, 49 * s, d) +
  disc(x, y, 46 * s, g) +
  round(x, y, 16, () => path(petal(29 * s, 44 * s, 7.5 * s), m, d, 1.6)) +
  disc(x, y, 28 * s, d) +
  disc(x, y, 25.5 * s, l) +
  round(x, y, 10, () => path(petal(10 * s, 24 * s, 5.6 * s), a, d, 1.2)) +
  disc(x, y, 10 * s, d) +
  disc(x, y, 7.6 * s, m) +
  disc(x, y, 3 * s, l)

export const sunburst: Draw = (k) => ({
  w: 116,
  h: 132,
  svg:
    ground(116, 132, k[0]) +
    seeds(116, 132, k[3], 11.6, 1.5) +
    sun(29, 33, 1, k) +
    sun(87, 99, 1, k) +
    [
      [87, 33],
      [29, 99],
    ]
      .map(
        ([x, y]) =>
          round(x ?? 0, y ?? 0, 6, () => path(petal(3, 15, 4.5), k[4], k[3], 1)) +
          disc(x ?? 0, y ?? 0, 4, k[2], k[3], 1),
      )
      .join(''),
})

export const waves: Draw = ([g, m, l, d, a]) => {
  const band = (y: number, off: number) =>
    [0, 1, 2, 3]
      .map((i) => {
        const x = i * 44 + off - 44
        return (
          disc(x, y, 26, d) +
          disc(x, y, 24.4, m) +
          disc(x, y, 19, l) +
          disc(x, y, 16.6, g) +
          disc(x, y, 11, a) +
          disc(x, y, 8.4, d) +
          disc(x, y, 5.4, l)
        )
      })
      .join('')
  return {
    w: 88,
    h: 60,
    svg:
      ground(88, 60, g) +
      band(0, 0) +
      band(15, 22) +
      band(30, 0) +
      band(45, 22) +
      band(60, 0) +
      band(75, 22),
  }
}

const zig = (y: number, c: string, w: number) =>
  path(`M-28 ${y} L0 ${y - 22} L28 ${y} L56 ${y - 22} L84 ${y}`, 'none', c, w)

export const zigzag: Draw = ([g, m, l, d, a]) => {
  return {
    w: 56,
    h: 104,
    svg:
      ground(56, 104, g) +
      [0, 104]
        .map(
          (o) =>
            zig(34 + o, d, 15) +
            zig(34 + o, m, 11) +
            zig(52 + o, l, 4) +
            zig(66 + o, d, 11) +
            zig(66 + o, a, 7.5) +
            [0, 28, 56]
              .map((x, i) =>
                path(`M${x} ${(i % 2 ? 84 : 70) + o + 12} l6 8 l-6 8 l-6 -8 Z`, l, d, 1.2),
              )
              .join(''),
        )
        .join('') +
      [0, 28].map((x, i) => disc(x, i ? 2 : 22, 4, l, d, 1)).join(''),
  }
}

export const discs: Draw = ([g, m, l, d, a]) => {
  const record = (x: number, y: number, r: number) =>
    [
      [1, d],
      [0.94, m],
      [0.76, d],
      [0.72, l],
      [0.56, d],
      [0.52, a],
      [0.34, d],
      [0.3, g],
      [0.14, l],
    ]
      .map(([f, c]) => disc(x, y, r * Number(f), String(c)))
      .join('') + round(x, y, 24, () => disc(0, -r * 0.85, r * 0.045, l))
  return {
    w: 120,
    h: 120,
    svg:
      ground(120, 120, g) +
      round(60, 60, 36, (i) => path('M0 -40 L0 -86', 'none', i % 2 ? d : m, 1.5)) +
      record(30, 30, 27) +
      record(90, 90, 27) +
      record(90, 30, 12) +
      record(30, 90, 12),
  }
}

export const kites: Draw = ([g, m, l, d, a]) => {
  const kite = (x: number, y: number) =>
    [
      [1, d],
      [0.93, m],
      [0.66, d],
      [0.6, l],
      [0.36, d],
      [0.3, a],
    ]
      .map(([f, c]) =>
        path(
          `M${x} ${y - 44 * Number(f)} L${x + 34 * Number(f)} ${y} L${x} ${y + 44 * Number(f)} L${x - 34 * Number(f)} ${y} Z`,
          String(c),
        ),
      )
      .join('')
  return {
    w: 76,
    h: 98,
    svg:
      ground(76, 98, g) +
      kite(38, 49) +
      [
        [0, 0],
        [76, 0],
        [0, 98],
        [76, 98],
      ]
        .map(
          ([x, y]) =>
            round(x ?? 0, y ?? 0, 8, (i) =>
              path(petal(4, i % 2 ? 17 : 24, 4), i % 2 ? l : a, d, 1),
            ) + disc(x ?? 0, y ?? 0, 5, m, d, 1),
        )
        .join(''),
  }
}

export const shells: Draw = ([g, m, l, d, a]) => {
  const fan = (x: number, y: number) =>
    path(
      `M${x} ${y} L${x - 40} ${y - 30} C${x - 36} ${y - 62} ${x + 36} ${y - 62} ${x + 40} ${y - 30} Z`,
      m,
      d,
      2.4,
    ) +
    [-30, -18, -6, 6, 18, 30]
      .map((o, i) =>
        path(`M${x} ${y - 3} L${x + o} ${y - 50 + Math.abs(o) * 0.42}`, 'none', i % 2 ? l : d, 2.2),
      )
      .join('') +
    path(
      `M${x - 34} ${y - 34} C${x - 28} ${y - 54} ${x + 28} ${y - 54} ${x + 34} ${y - 34}`,
      'none',
      a,
      4.4,
    ) +
    disc(x, y - 4, 6, l, d, 1.5)
  return {
    w: 92,
    h: 116,
    svg:
      ground(92, 116, g) +
      seeds(92, 116, a, 11.5, 1.2) +
      fan(46, 64) +
      fan(0, 122) +
      fan(92, 122) +
      fan(0, 6) +
      fan(92, 6),
  }
}
