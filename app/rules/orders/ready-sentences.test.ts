import { expect, test } from 'vitest'
import { formatKwacha } from '../money.ts'
import { fillSentence } from './ready-sentences.ts'

const order = {
  firstName: 'Chisomo',
  orderNumber: 'FSC-2026-000001',
  totalAmount: 42_000,
  courierName: 'Bike Riders',
  waybill: 'BR 17',
}

test('a ready sentence is filled with what it names of the order, and nothing else', () => {
  const text = '{name}: {order}, {total}, {courier} {tracking}. {constructor} {other} {'
  expect(fillSentence(text, order)).toBe(
    `Chisomo: FSC-2026-000001, ${formatKwacha(42_000)}, Bike Riders BR 17. {constructor} {other} {`,
  )
  expect(fillSentence('{tracking}', { ...order, waybill: null })).toBe('…')
})

test("a placeholder in a customer's name is not filled in", () => {
  expect(fillSentence('{name}', { ...order, firstName: '{total}' })).toBe('{total}')
})
