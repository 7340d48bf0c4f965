import { beforeEach, expect, test } from 'vitest'
import { scanInto } from './pick-scan.ts'

const lines = [
  { id: 'two', name: 'Wrap Dress', quantity: 2, codes: ['2000000000008', 'WRAP-m'] },
  { id: 'one', name: 'Scarf', quantity: 1, codes: ['SCARF'] },
  // The same variant twice: one line is a pre-order.
  { id: 'more', name: 'Wrap Dress', quantity: 1, codes: ['2000000000008', 'WRAP-m'] },
]
let inParcel: Set<string>
let counts: Map<string, number>
beforeEach(() => {
  inParcel = new Set()
  counts = new Map()
})
const scan = (code: string) => {
  const {
    message,
    line,
    count = 0,
    isWhole,
  } = scanInto(lines, code, {
    isIn: (id) => inParcel.has(id),
    countOf: (id) => counts.get(id) ?? 0,
  })
  if (line) counts.set(line, count)
  if (line && isWhole) inParcel.add(line)
  return message
}

test('a line is packed once as many units of it were scanned as were ordered', () => {
  expect(scan('2000000000008')).toBe('Wrap Dress: 1 of 2.')
  expect([...inParcel]).toEqual([])
  expect(scan('wrap-M')).toBe('Wrap Dress: 2 of 2.')
  expect([...inParcel]).toEqual(['two'])
  expect(scan('2000000000008')).toBe('Wrap Dress: 1 of 1.')
  expect([...inParcel]).toEqual(['two', 'more'])
})

test('a scanned item that is already in the parcel, or belongs to another order, is reported and not counted', () => {
  expect(scan('scarf')).toBe('Scarf: 1 of 1.')
  expect(scan('scarf')).toBe('Scarf: all of it is in the parcel already.')
  expect(scan('shoe-38')).toBe('SHOE-38 is not in this order.')
  expect([...counts]).toEqual([['one', 1]])
})

test('a line that was ticked by hand is completely in the parcel', () => {
  inParcel = new Set(['two'])
  expect(scan('WRAP-M')).toBe('Wrap Dress: 1 of 1.')
  expect(scan('WRAP-M')).toBe('Wrap Dress: all of it is in the parcel already.')
})
