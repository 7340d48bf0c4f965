import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DeliveryLine } from '../../../rules/purchasing/deliveries.ts'
import { DeliverySum } from './delivery-sum.tsx'

const line = (id: number, productId: string, arriving: number, unitCost: number | null) =>
  ({ id, productId, arriving, unitCost }) as DeliveryLine
const textOf = (lines: DeliveryLine[], typed: Record<string, string> = {}) =>
  renderToStaticMarkup(<DeliverySum lines={lines} typed={typed} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the sum of a delivery says how many products that arrive have no cost yet', () => {
  const lines = [line(1, 'a', 2, 5000), line(2, 'b', 1, null), line(3, 'b', 4, null)]
  expect(textOf(lines)).toBe('7 units, MK 10,000 1 cost is missing')
  expect(textOf([...lines, line(4, 'c', 1, null), line(5, 'd', 0, null)])).toContain(
    '2 costs are missing',
  )
  // As they are typed.
  expect(textOf(lines, { 'cost:b': '100' })).toBe('7 units, MK 10,500')
  expect(textOf(lines, { 'cost:a': '', 'cost:b': '100' })).toBe('7 units, MK 500 1 cost is missing')
})

test('the sum of a delivery without any cost counts its units alone', () => {
  expect(textOf([line(1, 'a', 2, null)])).toBe('2 units')
})
