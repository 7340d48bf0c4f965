import { expect, test } from 'vitest'
import { deliveryErrors } from '../messages/purchasing/purchasing.ts'
import { LARGEST_PRICE } from '../money.ts'
import { MOST_UNITS } from '../stock/stock-changes.ts'
import { LONGEST_DELIVERY_NOTE } from './deliveries.ts'
import { readDelivery, writeShown } from './delivery-form.ts'

const NOTHING = {
  supplierId: { was: null, sent: [], is: null },
  note: { was: '', sent: [], is: '' },
  expectedOn: { was: null, sent: [], is: null },
  units: new Map(),
  costs: new Map(),
}
const reading = (change: object) => ({ ok: true, edit: { ...NOTHING, ...change } })

test('a delivery’s supplier, note and day are optional, and other fields of the form are left out', () => {
  for (const blank of [{}, { supplier: '', note: '', expected_on: '' }])
    expect(readDelivery(blank)).toEqual(reading({}))
  expect(
    readDelivery({
      supplier: 's-1',
      note: ' two boxes ',
      expected_on: '2026-12-01',
      'found:12': '3',
      'n:x': '3',
      'n:12x': '3',
      'n:x12': '3',
      'was:12': '4',
    }),
  ).toEqual(
    reading({
      supplierId: { was: null, sent: [], is: 's-1' },
      note: { was: '', sent: [], is: ' two boxes' },
      expectedOn: { was: null, sent: [], is: '2026-12-01' },
    }),
  )
  expect(readDelivery({ note: 'n'.repeat(LONGEST_DELIVERY_NOTE + 1) })).toEqual(
    reading({ note: { was: '', sent: [], is: 'n'.repeat(LONGEST_DELIVERY_NOTE) } }),
  )
})

test('supplier, note and day of a delivery come with what the page began with and what it sent since', () => {
  for (const [was, shown, sent] of [
    [writeShown(['a,"b"', 'c']), 'a,"b"', ['c']],
    [writeShown(['']), '', []],
    ['[1,"c",null]', 'c', []],
    ['{"a":1}', '', []],
    ['a', '', []],
  ] as const)
    expect(readDelivery({ note: 'd', was_note: was }), was).toEqual(
      reading({ note: { was: shown, sent, is: 'd' } }),
    )
  expect(
    readDelivery({ was_supplier: '["s-1",""]', was_expected_on: '["2026-12-01",""]' }),
  ).toEqual(
    reading({
      supplierId: { was: 's-1', sent: [null], is: null },
      expectedOn: { was: '2026-12-01', sent: [null], is: null },
    }),
  )
})

test('each number of a delivery comes with the one that the page began with and those sent since', () => {
  for (const [value, shown, expected] of [
    ['5', undefined, { is: 5, was: 0, sent: [] }],
    ['', '7', { is: 0, was: 7, sent: [] }],
    ['  ', '', { is: 0, was: 0, sent: [] }],
    [' 5 ', '3,4', { is: 5, was: 3, sent: [4] }],
    [`${MOST_UNITS}`, ' 3 ,,12', { is: MOST_UNITS, was: 3, sent: [0, 12] }],
    ['5', '3,4x,x4,1234567890', { is: 5, was: 3, sent: [0, 0, 0] }],
  ] as const) {
    const typed = { 'n:12': value, ...(shown !== undefined && { 'was:12': shown }) }
    expect(readDelivery(typed), JSON.stringify(typed)).toEqual(
      reading({ units: new Map([[12, expected]]) }),
    )
  }
})

test('the cost of one unit is whole kwacha with or without separators, or not known', () => {
  for (const [value, shown, expected] of [
    ['', undefined, { is: null, was: null, sent: [] }],
    [' ', '', { is: null, was: null, sent: [] }],
    ['0', '12', { is: 0, was: 12, sent: [] }],
    [' 12,500 ', ',0,13', { is: 12_500, was: null, sent: [0, 13] }],
    [`${LARGEST_PRICE}`, '1,x', { is: LARGEST_PRICE, was: 1, sent: [null] }],
  ] as const) {
    const typed = { 'cost:p-1': value, ...(shown !== undefined && { 'wascost:p-1': shown }) }
    expect(readDelivery(typed), JSON.stringify(typed)).toEqual(
      reading({ costs: new Map([['p-1', expected]]) }),
    )
  }
})

test('no more of the numbers sent before are read than a person can have typed', () => {
  const read = readDelivery({ 'n:1': '1', 'was:1': Array(1000).fill('2').join(',') })
  expect(read.ok && read.edit.units.get(1)?.sent).toHaveLength(99)
})

test.each([
  ['units-bad', 'n:12', ['-1', '1.5', 'many', '5x', `${MOST_UNITS + 1}`]],
  ['cost-bad', 'cost:p-1', ['-1', '1.5', 'much', '5x', 'x5', '1,2', `${LARGEST_PRICE + 1}`]],
  ['day-bad', 'expected_on', ['tomorrow', '2026-02-30', ' ']],
] as const)('a delivery is refused as %s for the field %s of %j', (reason, field, values) => {
  for (const value of values)
    expect(readDelivery({ [field]: value }), value).toEqual({
      ok: false,
      error: deliveryErrors[reason],
    })
})
