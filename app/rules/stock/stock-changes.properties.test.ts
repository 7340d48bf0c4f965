import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { stockBadges } from './stock.ts'
import {
  checkAdjustment,
  LONGEST_NOTE,
  MOST_UNITS,
  previewAdjustment,
  readUnits,
} from './stock-changes.ts'

const number = fc.oneof(fc.nat(MOST_UNITS + 5).map(String), anyText(8))

test('units are read as they were typed, or refused', () =>
  holds(number, (text) => {
    const units = readUnits(text)
    if (units === null) return
    expect(Number(text)).toBe(units)
    expect(units >= 0 && units <= MOST_UNITS && Number.isInteger(units)).toBe(true)
  }))

test('a correction moves the stock to its preview, and by no more than was typed', () =>
  holds(
    fc.record({
      reason: fc.constantFrom(
        'counted',
        'damaged',
        'lost',
        'found',
        'returned',
        'other-more',
        'other-less',
        'constructor',
        '',
      ),
      units: number,
      note: fc.oneof(anyText(), fc.string({ minLength: 195, maxLength: 205 })),
      seen: fc.oneof(fc.nat(200_000).map(String), anyText(5)),
    }),
    (typed) => {
      const checked = checkAdjustment(typed)
      if (!checked.ok) return expect(Object.keys(checked.errors).length).toBeGreaterThan(0)
      const { kind, difference, reason } = checked.adjustment
      const units = Number(typed.units)
      if (kind === 'counted') expect(Number(typed.seen) + difference).toBe(units)
      else expect(Math.abs(difference)).toBe(units)
      if (kind !== 'counted') expect(difference).not.toBe(0)
      expect(reason === null || (reason.length <= LONGEST_NOTE && reason.trim() === reason)).toBe(
        true,
      )
      if (/^\d{1,9}$/.test(typed.seen))
        expect(previewAdjustment(typed)).toBe(Number(typed.seen) + difference)
    },
    500,
  ))

test('a stock badge never names units that are not in stock', () =>
  holds(fc.tuple(fc.integer({ min: -20, max: 40 }), fc.boolean()), ([inventory, isTracked]) => {
    const { left, isLimited, soldOut } = stockBadges(inventory, isTracked)
    expect(left === null || left === inventory).toBe(true)
    expect(soldOut).toBe(isTracked && inventory <= 0)
    expect(soldOut && isLimited).toBe(false)
  }))
