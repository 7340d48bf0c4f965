import { expect, test } from 'vitest'
import { putTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { VARIANT } from '../../../../tests/support/till/till-store.ts'
import { now } from '../store/live.ts'
import { indexStock } from '../store/sync/catalogue-index.ts'
import { takeOver } from './check-prices.ts'

useTillStore()

const changed = (unitPrice: number, onHand: number) =>
  now().basket.lines.map((line) => ({ line, unitPrice, onHand }))

test('a line whose price has changed is sold at the new price', async () => {
  await putTote(3)
  expect(await takeOver(changed(16_000, 20))).toBeNull()
  expect(now().basket.lines).toMatchObject([{ unitPrice: 16_000, quantity: 3 }])
})

test('a line whose price has changed stays in the cart when the device knows of fewer pieces than the server', async () => {
  await putTote(3)
  const { lines } = now().basket
  indexStock(new Map([[VARIANT, 2]]), new Map())
  expect(await takeOver(changed(16_000, 20))).toMatchObject({ reason: 'pos-stock', available: 2 })
  expect(now().basket.lines).toEqual(lines)
  indexStock(new Map(), new Map())
})
