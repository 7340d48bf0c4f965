import { expect, test } from 'vitest'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { questionFor } from './bulk-question.ts'

const many = (count: number, status: OrderStatus, isPaid: boolean) =>
  Array.from({ length: count }, () => ({
    status,
    paidAt: isPaid ? new Date() : null,
    isToPack: false,
    hasMessage: false,
  }))

test('the question before orders are cancelled counts each of them once', () => {
  const ticked = [
    ...many(3, 'cancelled', false),
    ...many(1, 'pending', false),
    ...many(1, 'delivered', false),
    ...many(1, 'delivered', true),
    ...many(1, 'shipped', true),
  ]
  expect(questionFor('cancelled', ticked)).toMatchObject({
    odd: 'Of 7 orders, 3 are cancelled already, 2 are delivered, 1 is not paid.',
    act: 'Cancel the orders',
    keep: 'Keep them',
  })
  expect(questionFor('cancelled', many(1, 'shipped', true))).toMatchObject({ odd: null })
})

test('setting several orders to a status asks, and says how many customers get an email', () => {
  expect(
    questionFor('shipped', [...many(2, 'processing', true), ...many(1, 'shipped', true)]),
  ).toEqual({
    title: 'Set 3 orders to Shipped?',
    odd: null,
    text: '2 customers are told by email.',
    act: 'Set to Shipped',
    isHarmless: true,
  })
  expect(questionFor('processing', many(2, 'shipped', true))).toMatchObject({ odd: null, text: '' })
})

test('the question before a status changes names the orders that are cancelled or not paid', () => {
  expect(questionFor('shipped', many(1, 'cancelled', false))).toMatchObject({
    odd: 'Of 1 order, 1 is cancelled.',
    text: 'Back from cancelled, goods are taken again if they are there. Another status does not say that money has come. 1 customer is told by email.',
  })
})

test('orders that would be shipped unpacked, or with an unanswered message, are counted before they are moved', () => {
  const [order] = many(1, 'processing', true)
  const ticked = [
    { ...order, isToPack: true },
    { ...order, isToPack: true, hasMessage: true },
    { ...order },
  ] as Parameters<typeof questionFor>[1]
  for (const to of ['shipped', 'delivered'] as const)
    expect(questionFor(to, ticked).odd).toBe('Not packed yet: 2. With a message to answer: 1.')
  expect(questionFor('shipped', ticked.slice(1, 2)).odd).toBe(
    'It is not packed yet. Its customer waits for an answer.',
  )
  expect(questionFor('pending', ticked).odd).toBeNull()
})
