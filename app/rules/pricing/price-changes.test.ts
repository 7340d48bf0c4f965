import { describe, expect, test } from 'vitest'
import { priceChangeErrors } from '../messages/pricing/pricing.ts'
import { LARGEST_PRICE } from '../money.ts'
import { readPriceChange } from './price-change-form.ts'
import {
  changePrices,
  isForGood,
  LOWEST_PRICE,
  nextPriceState,
  PRICE_CHANGE_STATES,
  PRICE_CHANGE_STEPS,
  PRICED_STEPS,
  type PriceChangeState,
  type PricedState,
} from './price-changes.ts'

const NOW = { price: 9_999, comparePrice: 12_000 }

describe('a price change', () => {
  test('a percentage is taken off, rounded half up to whole kwacha, and the former price is crossed out', () => {
    // 15 % of 9,999 is 1,499.85.
    expect(changePrices({ kind: 'percent', value: 15 }, NOW)).toEqual({
      ok: true,
      prices: { price: 8_499, comparePrice: 9_999 },
    })
  })
  test('an amount is taken off as a sale, and a new price keeps the crossed-out one', () => {
    expect(changePrices({ kind: 'amount', value: 999 }, NOW)).toMatchObject({
      prices: { price: 9_000, comparePrice: 9_999 },
    })
    expect(changePrices({ kind: 'price', value: 10_500 }, NOW)).toMatchObject({
      prices: { price: 10_500, comparePrice: 12_000 },
    })
  })
  test('no price falls below the smallest amount, and an unchanged one is skipped', () => {
    expect(changePrices({ kind: 'amount', value: 9_950 }, NOW)).toEqual({
      ok: false,
      why: 'too-low',
    })
    expect(changePrices({ kind: 'amount', value: 9_949 }, NOW)).toMatchObject({
      prices: { price: 50 },
    })
    expect(changePrices({ kind: 'percent', value: 1 }, { price: 49, comparePrice: null })).toEqual({
      ok: false,
      why: 'too-low',
    })
    expect(changePrices({ kind: 'price', value: 9_999 }, NOW)).toEqual({ ok: false, why: 'same' })
  })
})

test('the states of a change go from planned to ended or cancelled, which are final', () => {
  const reached = new Set(['planned'])
  for (const _ of PRICE_CHANGE_STATES)
    for (const { from, to } of PRICE_CHANGE_STEPS) if (reached.has(from)) reached.add(to)
  expect([...reached].sort()).toEqual([...PRICE_CHANGE_STATES].sort())
  for (const { by } of PRICE_CHANGE_STEPS) {
    expect(nextPriceState('ended', by)).toBeNull()
    expect(nextPriceState('cancelled', by)).toBeNull()
  }
})

test('a price change is called off before it begins, stopped while it holds, and a price for good is over at once', () => {
  for (const [acts, end] of [
    [['cancel'], 'cancelled'],
    [['start'], 'starting'],
    [['start', 'written-for-good'], 'ended'],
    [['start', 'written', 'end'], 'ending'],
    [['start', 'written', 'end', 'written'], 'ended'],
    [['start', 'written', 'stop', 'written'], 'ended'],
    [['start', 'end', 'written'], 'ended'],
    [['start', 'stop', 'written'], 'ended'],
    [['stop'], null],
    [['start', 'cancel'], null],
    [['start', 'written', 'cancel'], null],
  ] as const) {
    const state = acts.reduce<PriceChangeState | null>(
      (from, by) => from && nextPriceState(from, by),
      'planned',
    )
    expect(state, acts.join()).toBe(end)
  }
})

test('a product’s price is written and restored once, and may be left as it is at either', () => {
  const reached = (state: PricedState) => new Set(PRICED_STEPS[state])
  expect(reached('waiting')).toEqual(new Set(['applied', 'left']))
  expect(reached('applied')).toEqual(new Set(['restored', 'left']))
  for (const end of ['restored', 'left'] as const) expect(reached(end).size).toBe(0)
})

test('only a new price without an end is for good', () => {
  const endsAt = new Date('2026-11-25T18:00:00Z')
  expect(isForGood({ kind: 'price', endsAt: null })).toBe(true)
  expect(isForGood({ kind: 'price', endsAt })).toBe(false)
  expect(isForGood({ kind: 'percent', endsAt: null })).toBe(false)
})

describe('the form of a price change', () => {
  const now = new Date('2026-11-25T10:00:30Z')
  const typed = { name: 'Sale', kind: 'percent', value: '20', from: '', until: '' }
  test('starts now without a start; times are the shop’s local times', () => {
    expect(readPriceChange({ ...typed, until: '2026-11-25T18:00' }, now)).toEqual({
      ok: true,
      edit: {
        name: 'Sale',
        kind: 'percent',
        value: 20,
        startsAt: now,
        endsAt: new Date('2026-11-25T16:00:00Z'),
      },
    })
  })
  test.each([
    ['name', { name: ' ' }],
    ['kind', { kind: 'free' }],
    ['value', { kind: 'amount', value: '0' }],
    ['value', { kind: 'amount', value: `${LARGEST_PRICE + 1}` }],
    ['value', { kind: 'price', value: `${LARGEST_PRICE + 1}` }],
    ['value', { value: '5x' }],
    ['value', { value: 'x5' }],
    ['value', { value: '' }],
    ['value', { value: '100' }],
    ['value', { value: '0' }],
    ['value', { value: '1.5' }],
    ['value', { kind: 'price', value: '49' }],
    ['from', { from: '2026-11-25T11:58' }],
    ['until', { until: '2026-11-25T12:00' }],
    ['until', { from: '2026-12-02T08:00', until: '2026-12-02T08:00' }],
  ])('refuses a wrong %s beside its field: %o', (field, change) => {
    const read = readPriceChange({ ...typed, ...change }, now)
    expect(read.ok ? {} : read.errors).toEqual({ [field]: expect.stringMatching(/./) })
  })
  test('reads every value from the least to the most of its kind', () => {
    for (const [kind, value, expected] of [
      ['percent', '1', 1],
      ['percent', ' 99 ', 99],
      ['price', `${LOWEST_PRICE}`, LOWEST_PRICE],
      ['price', '12,500', 12_500],
      ['amount', '1', 1],
      ['amount', `${LARGEST_PRICE}`, LARGEST_PRICE],
    ] as const)
      expect(readPriceChange({ ...typed, kind, value }, now)).toMatchObject({
        edit: { kind, value: expected },
      })
  })
  test('says beside a field what would be right there', () => {
    for (const [change, field, reason] of [
      [{ name: ' ' }, 'name', 'name-missing'],
      [{ kind: 'free' }, 'kind', 'kind-missing'],
      [{ kind: 'percent', value: '0' }, 'value', 'percent-bad'],
      [{ kind: 'percent', value: '100' }, 'value', 'percent-bad'],
      [{ kind: 'price', value: '0' }, 'value', 'price-low'],
      [{ kind: 'amount', value: '0' }, 'value', 'value-bad'],
      [{ kind: 'amount', value: '1.5' }, 'value', 'value-bad'],
      [{ from: '2026-11-25T11:58' }, 'from', 'start-past'],
      [{ until: '2026-11-25T12:00' }, 'until', 'end-before-start'],
    ] as const)
      expect(readPriceChange({ ...typed, ...change }, now)).toEqual({
        ok: false,
        errors: { [field]: priceChangeErrors[reason] },
      })
  })
  test('may begin in the current minute, and ends after it begins', () => {
    const start = { ...typed, from: '2026-11-25T12:00' }
    const startsAt = new Date('2026-11-25T10:00:00Z')
    for (const moment of ['2026-11-25T10:00:59.999Z', '2026-11-25T10:01:00Z'])
      expect(readPriceChange(start, new Date(moment))).toMatchObject({ edit: { startsAt } })
    expect(readPriceChange(start, new Date('2026-11-25T10:01:00.001Z')).ok).toBe(false)
    expect(readPriceChange({ ...start, until: '2026-11-25T12:01' }, now).ok).toBe(true)
  })
})
