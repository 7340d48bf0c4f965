import { type Draw, disc, ground, type Inks, path, petal, round, seeds } from './wax-ink.ts'

export const leaves: Draw = ([g, m, l, d, a]) => {
  const leaf = (c: string) =>
    path('M0 0 C14 -10 16 -30 0 -46 C-16 -30 -14 -10 0 0 Z', c, d, 1.8) +
    path('M0 -2 L0 -40 M0 -14 L7 -22 M0 -14 L-7 -22 M0 -24 L6 -31 M0 -24 L-6 -31', 'none', l, 1.4)
  const sprig = (x: number, y: number, turn: number, s: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})">${path('M0 34 C4 10 -4 -10 0 -34', 'none', d, 3)}${[
      [-62, 22, m],
      [58, 12, a],
      [-56, -6, a],
      [60, -16, m],
      [0, -30, m],
    ]
      .map(([t, at, c]) => `<g transform="translate(0 ${at}) rotate(${t})">${leaf(String(c))}</g>`)
      .join('')}</g>`
  return {
    w: 128,
    h: 150,
    svg:
      ground(128, 150, g) +
      seeds(128, 150, l, 16, 1.3) +
      sprig(32, 44, 12, 0.82) +
      sprig(96, 119, -14, 0.82) +
      [
        [96, 32],
        [32, 112],
      ]
        .map(
          ([x, y]) =>
            round(x ?? 0, y ?? 0, 5, () => disc(0, -8, 5, l, d, 1.2)) +
            disc(x ?? 0, y ?? 0, 4.4, m, d, 1.2),
        )
        .join(''),
  }
}

const bird = (x: number, y: number, s: number, flip: number, [, m, l, d, a]: Inks): string =>
  `<g transform="translate(${x} ${y}) scale(${s * flip} ${s})">${path('M-44 10 C-30 2 -22 -2 -10 -2 C-6 -20 6 -36 30 -42 C20 -26 18 -14 20 -4 C28 -6 34 -6 38 -2 C44 0 50 -2 58 2 C50 4 44 8 40 12 C32 22 16 26 2 22 C-12 26 -28 34 -48 34 C-40 28 -38 24 -36 20 C-42 20 -48 18 -54 18 C-50 14 -48 12 -44 10 Z', m, d, 2.2)}${path('M-6 0 C0 -14 10 -24 22 -31 C14 -20 12 -8 12 2 C6 8 -2 8 -6 0 Z', a, d, 1.4)}${path('M-38 14 C-28 10 -20 10 -12 12 M-36 26 C-26 24 -18 22 -10 20', 'none', l, 2)}${disc(36, 4, 3.2, l, d, 1.2)}</g>`

export const birds: Draw = (k) => ({
  w: 150,
  h: 150,
  svg:
    ground(150, 150, k[0]) +
    seeds(150, 150, k[3], 15, 1.4) +
    bird(40, 38, 0.82, 1, k) +
    bird(113, 113, 0.82, -1, k) +
    [
      [113, 34],
      [38, 112],
    ]
      .map(
        ([x, y]) =>
          round(x ?? 0, y ?? 0, 8, (i) => path(petal(4, 20, 5), i % 2 ? k[2] : k[4], k[3], 1.2)) +
          disc(x ?? 0, y ?? 0, 5.4, k[1], k[3], 1.2),
      )
      .join(''),
})

const chambo = (x: number, y: number, flip: number, [, m, l, d, a]: Inks): string =>
  `<g transform="translate(${x} ${y}) scale(${0.8 * flip} 0.8)">${path('M-34 0 C-20 -22 12 -24 34 -4 L54 -18 C50 -6 50 6 54 18 L34 4 C12 24 -20 22 -34 0 Z', m, d, 2.2)}${path('M-14 -15 C-4 -28 14 -28 22 -14 Z', a, d, 1.6)}${path('M-18 -9 C-12 -3 -12 4 -18 9', 'none', d, 2)}${[-6, 6, 18].map((v) => path(`M${v} -10 C${v + 6} -4 ${v + 6} 4 ${v} 10`, 'none', l, 2)).join('')}${disc(-24, -3, 3, l, d, 1.4)}</g>`

export const fish: Draw = (k) => ({
  w: 120,
  h: 96,
  svg:
    ground(120, 96, k[0]) +
    [12, 60]
      .map((y, i) =>
        path(
          `M-15 ${y + 13 + 24} ${Array.from({ length: 10 }, (_, j) => `q7.5 ${j % 2 ? 7 : -7} 15 0`).join(' ')}`,
          'none',
          i ? k[2] : k[4],
          2.4,
        ),
      )
      .join('') +
    chambo(30, 14, 1, k) +
    chambo(90, 14, 1, k) +
    chambo(58, 62, -1, k) +
    chambo(118, 62, -1, k) +
    chambo(-2, 62, -1, k),
})

export const feathers: Draw = ([g, m, l, d, a]) => {
  const feather = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${path('M0 46 L0 20', 'none', d, 2.4)}${path('M0 24 C-26 14 -26 -26 0 -44 C26 -26 26 14 0 24 Z', m, d, 2)}${[-30, -20, -10, 0, 10].map((v) => path(`M0 ${v + 12} C-8 ${v + 4} -14 ${v} -17 ${v - 5} M0 ${v + 12} C8 ${v + 4} 14 ${v} 17 ${v - 5}`, 'none', d, 1.3)).join('')}${path('M0 12 C-15 6 -15 -18 0 -28 C15 -18 15 6 0 12 Z', l, d, 1.6)}${disc(0, -7, 8.6, a, d, 1.6)}${disc(0, -7, 3.6, d)}</g>`
  return {
    w: 108,
    h: 124,
    svg:
      ground(108, 124, g) +
      feather(27, 46, 0) +
      feather(81, 108, 0) +
      feather(81, -16, 0) +
      [
        [81, 44],
        [27, 106],
        [27, -18],
      ]
        .map(([x, y]) =>
          [-9, 0, 9].map((o) => disc((x ?? 0) + o, (y ?? 0) - Math.abs(o), 3, a)).join(''),
        )
        .join(''),
  }
}

export const petals: Draw = ([g, m, l, d, a]) => {
  const bloom = (x: number, y: number, s: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})">${round(0, 0, 5, () => path('M0 0 C-34 -20 -30 -62 0 -66 C30 -62 34 -20 0 0 Z', m, d, 2.4) + path('M0 -12 C-12 -26 -12 -44 0 -54 C12 -44 12 -26 0 -12 Z', a, 'none') + path('M0 -10 L0 -58 M-5 -18 L-13 -46 M5 -18 L13 -46', 'none', l, 2))}${disc(0, 0, 13, d)}${disc(0, 0, 10.6, l)}${round(0, 0, 7, () => disc(0, -6.4, 1.8, d))}</g>`
  return {
    w: 190,
    h: 190,
    svg:
      ground(190, 190, g) +
      Array.from({ length: 10 }, (_, i) =>
        path(`M${i * 38 - 95} -2 L${i * 38 + 97} 192`, 'none', d, 1),
      ).join('') +
      bloom(52, 52, 0.9, 8) +
      bloom(147, 142, 0.72, 40) +
      bloom(146, 40, 0.4, 20) +
      bloom(44, 142, 0.46, 60),
  }
}
