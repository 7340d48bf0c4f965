import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { ean13Bars, isEan13 } from './ean13.ts'
import { makeBarcode } from './product-codes.ts'
import { isReduction } from './product-values.ts'
import { findUsual, formatMeasure, GUIDE_KINDS, tableSize, tablesOf } from './size-guide.ts'
import { compareSizes, groupSizes, SIZES_TO_EDIT } from './sizes.ts'
import { addSizes, sortVariants, toggleVariants, unitsOf } from './variant-choice.ts'

test('a compare price above the price is a reduction, however both were typed, and an invalid number gives no hint', () =>
  holds(
    fc.tuple(
      fc.oneof(
        fc.nat(2_000_000).map((n) => n.toLocaleString('en-US')),
        anyText(4),
      ),
      fc.oneof(fc.nat(2_000_000).map(String), anyText(4)),
    ),
    ([before, price]) => {
      const is = isReduction({ price, compare_price: before })
      const [one, other] = [before, price].map((text) => text.replace(/[,\s]/g, ''))
      if (is !== null) expect(is).toBe(Number(one) > Number(other))
      else expect(/^\d+$/.test(before) && /^\d+$/.test(price)).toBe(false)
    },
  ))

describe('sizes', () => {
  const offered = SIZES_TO_EDIT.flatMap(({ sizes }) => sizes)
  const size = fc.oneof(fc.constantFrom(...offered), anyText(4))

  test('have one order, whichever two are compared first', () =>
    holds(fc.tuple(size, size, size), ([a, b, c]) => {
      // `|| 0`, because -0 and 0 count as equal here.
      expect(Math.sign(compareSizes(a, b)) + Math.sign(compareSizes(b, a)) || 0).toBe(0)
      if (compareSizes(a, b) <= 0 && compareSizes(b, c) <= 0)
        expect(compareSizes(a, c)).toBeLessThanOrEqual(0)
    }))

  test('of a product are always offered, each once', () =>
    holds(fc.uniqueArray(size, { maxLength: 5 }), (chosen) => {
      const shown = groupSizes(SIZES_TO_EDIT, chosen).flatMap(({ sizes }) => sizes)
      expect(new Set(shown).size).toBe(shown.length)
      for (const one of chosen) expect(shown).toContain(one)
    }))

  test('are normalized to the spelling of the tables, and are found there', () =>
    holds(
      fc.tuple(fc.constantFrom(...GUIDE_KINDS), fc.array(size, { maxLength: 4 }), fc.boolean()),
      ([kind, sizes, isLegwear]) => {
        for (const one of sizes) expect(tableSize(tableSize(one))).toBe(tableSize(one))
        const tables = tablesOf(kind, sizes, isLegwear)
        expect(tables.length).toBeGreaterThan(0)
        for (const table of tables)
          for (const row of table.rows) {
            const usual = findUsual(table, row.size, sizes)
            expect(usual.isHere).toBe(sizes.includes(usual.size) && usual.isHere)
            if (usual.isHere) expect(sizes).toContain(usual.size)
          }
      },
      100,
    ))

  test('of the guide are shown in either unit, the small before the large, rounded by at most half a unit', () =>
    holds(fc.tuple(fc.integer({ min: 2, max: 160 }), fc.nat(20)), ([least, more]) => {
      const span: [number, number] = [least, least + more]
      for (const [from, to, factor, half] of [
        ['cm', 'in', 1 / 2.54, 0.25],
        ['in', 'cm', 2.54, 0.5],
        ['cm', 'cm', 1, 0],
      ] as const) {
        const [first = NaN, last = NaN] = formatMeasure(span, from, to).split('-').map(Number)
        expect(Math.abs(first - least * factor)).toBeLessThanOrEqual(half + 1e-9)
        expect(last).toBeGreaterThanOrEqual(first)
        const one = Number(formatMeasure(least, from, to))
        expect(Math.abs(one - least * factor)).toBeLessThanOrEqual(half + 1e-9)
      }
    }))
})

describe('the sizes and colors of a form', () => {
  const act = fc.record({
    what: fc.constantFrom('size' as const, 'color' as const),
    text: fc.constantFrom('S', 'M', 'L', 'Red', 'Blue'),
  })
  const about = { sku: 'D-1', known: [] }

  test('are every combination once after any taps, with the units that were typed', () =>
    holds(fc.array(act, { maxLength: 10 }), (acts) => {
      const after = acts.reduce<ReturnType<typeof toggleVariants>>(
        (now, { what, text }) => toggleVariants(now, what, text, about),
        [],
      )
      const keys = after.map(({ size, color }) => `${size} ${color}`)
      expect(new Set(keys).size).toBe(keys.length)
      const [sizes, colors] = [
        new Set(after.map((one) => one.size)),
        new Set(after.map((one) => one.color)),
      ]
      expect(keys).toHaveLength(sizes.size * colors.size)
      const typed = after.map((one, at) => ({ ...one, inventory: at % 2 ? String(at) : 'x' }))
      expect(unitsOf(typed)).toBe(after.reduce((sum, _, at) => sum + (at % 2 ? at : 0), 0))
      expect(sortVariants(typed, ['S', 'M', 'L'])).toHaveLength(typed.length)
      const more = addSizes(after, ['S', 'M'], about)
      expect(addSizes(more, ['S', 'M'], about)).toEqual(more)
    }))
})

test('a barcode of thirteen digits has its 95 modules, and one with a wrong digit has none', () =>
  holds(
    fc.tuple(
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      fc.nat(12),
      fc.integer({ min: 1, max: 9 }),
    ),
    ([stream, at, by]) => {
      const code = makeBarcode(() => Number(stream.next().value))
      expect(isEan13(code)).toBe(true)
      const bars = ean13Bars(code) ?? []
      expect(bars.reduce((sum, width) => sum + width, 0)).toBe(95)
      expect(bars.every((width) => width >= 1 && width <= 4)).toBe(true)
      const wrong = Array.from(code, (digit, n) =>
        n === at ? (Number(digit) + by) % 10 : digit,
      ).join('')
      expect([isEan13(wrong), ean13Bars(wrong)]).toEqual([false, null])
    },
  ))
