import { describe, expect, test } from 'vitest'
import { checkAdjustment, previewAdjustment, readUnits, variantName } from './stock-changes.ts'

const typed = (reason: string, units: string, note = '', seen = '10') =>
  checkAdjustment({ reason, units, note, seen })

describe('a stock correction', () => {
  test('by a count is the difference to the number that was shown', () => {
    expect(typed('counted', '7')).toEqual({
      ok: true,
      adjustment: { kind: 'counted', difference: -3, cause: 'counted', reason: null },
    })
    expect(typed('counted', '10')).toMatchObject({ adjustment: { difference: 0 } })
    expect(typed('counted', '0')).toMatchObject({ adjustment: { difference: -10 } })
  })

  test('for a damaged or lost unit subtracts it, for a found or returned one adds it', () => {
    const difference = (reason: string) => {
      const checked = typed(reason, '2', 'why')
      return checked.ok ? checked.adjustment.difference : null
    }
    expect(['damaged', 'lost', 'other-less'].map(difference)).toEqual([-2, -2, -2])
    expect(['found', 'returned', 'other-more'].map(difference)).toEqual([2, 2, 2])
  })

  test('keeps the typed note with the reason', () => {
    expect(typed('damaged', '1', ' rain in the store room ')).toMatchObject({
      adjustment: { cause: 'damaged', reason: 'rain in the store room' },
    })
  })

  test('without a reason, a number, or a note for another reason is refused beside the field', () => {
    expect(typed('', '')).toEqual({
      ok: false,
      errors: {
        reason: 'Please choose a reason.',
        units: 'Please enter a whole number from 1 to 99,999.',
      },
    })
    expect(typed('other-less', '1')).toEqual({ ok: false, errors: { note: 'Please say why.' } })
    expect(typed('lost', '0')).toMatchObject({ ok: false })
    expect(typed('found', '1', 'x'.repeat(201))).toMatchObject({ ok: false })
    expect(typed('counted', '7', '', 'many')).toMatchObject({ ok: false })
  })

  test('has a preview before it is saved', () => {
    const look = (reason: string, units: string) =>
      previewAdjustment({ reason, units, note: '', seen: '10' })
    expect([look('counted', '7'), look('lost', '11'), look('other-more', '5')]).toEqual([7, -1, 15])
    expect(look('lost', '')).toBeNull()
  })
})

test('units are whole and at most what a scanner could plausibly count', () => {
  expect(['5', ' 12 ', '0', '99999'].map(readUnits)).toEqual([5, 12, 0, 99_999])
  expect(['', '-1', '1.5', '1e3', '100000', '6001234567890'].map(readUnits)).toEqual(
    Array(6).fill(null),
  )
})

test('a variant is named by its size and color', () => {
  expect(variantName({ size: 'M', color: 'Red' })).toBe('M, Red')
  expect(variantName({ size: null, color: null })).toBe('')
})
