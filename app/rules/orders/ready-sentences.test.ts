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

test('a ready sentence is filled in with the order’s values, and with nothing else', () => {
  const text = '{name}: {order}, {total}, {courier} {tracking}. {constructor} {other} {'
  expect(fillSentence(text, order)).toEqual({
    text: `Chisomo: FSC-2026-000001, ${formatKwacha(42_000)}, Bike Riders BR 17. {constructor} {other} {`,
    isCut: false,
  })
})

test('a sentence with a waybill is left out of a ready text while the order has none', () => {
  const without = (text: string) => fillSentence(text, { ...order, waybill: null })
  expect(
    without('Hello {name}, it is on its way with {courier}. Waybill: {tracking}. See you!'),
  ).toEqual({ text: 'Hello Chisomo, it is on its way with Bike Riders. See you!', isCut: true })
  expect(without('Of 1.5 kg, waybill {tracking}.\nThank you')).toEqual({
    text: 'Thank you',
    isCut: true,
  })
  expect(without('Hello {name}. Waybill: {tracking}.')).toEqual({
    text: 'Hello Chisomo.',
    isCut: true,
  })
  expect(without('Hello!\nWaybill: {tracking}.\nSee you! It is 1.5 kg?! {tracking}')).toEqual({
    text: 'Hello!\nSee you! It is 1.5 kg?!',
    isCut: true,
  })
  expect(without('{tracking}')).toEqual({ text: '', isCut: true })
  expect(without('Hello {name}. ')).toEqual({ text: 'Hello Chisomo. ', isCut: false })
})

test("a placeholder in a customer's name is not filled in", () => {
  expect(fillSentence('{name}', { ...order, firstName: '{total}' })).toEqual({
    text: '{total}',
    isCut: false,
  })
})
