import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const colorsIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  ) as Record<string, string>

const day = colorsIn(read('./tokens.css'))
const [night = '', onDark = ''] = read('./admin/staff.css').split(':is(.on-dark, .toast) {')
const dark = { ...day, ...colorsIn(night) }

/** The contrast ratio of WCAG 2.2, which asks for 4.5 for small text. */
function contrast(one = '', other = '') {
  const [less = 0, more = 0] = [one, other]
    .map((hex) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .toSorted((a, b) => a - b)
  return (more + 0.05) / (less + 0.05)
}

test.each([
  ['by day', day, ['clay', 'lake']],
  ['in the dark', dark, ['clay', 'lake']],
  // The text about unsent sales: it is rarely on the screen for long, so that no check of a whole screen is sure to
  // see it.
  ['on the bar of the till in the dark', { ...dark, ...colorsIn(onDark) }, ['clay']],
])('text on an accent color has enough contrast %s', (_, colors, accents) => {
  for (const accent of accents)
    expect(contrast(colors['white'], colors[accent]), accent).toBeGreaterThanOrEqual(4.5)
})
