import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  readOrder,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import type { RefundWhat } from '../../refunds/read-parts.ts'
import { requestRefund } from '../../refunds/request-refund.ts'
import { listItems } from '../read-order.ts'
import { listAdminOrders } from '../staff/list-admin-orders.ts'
import { packOrder } from './pack-order.ts'

// docs/product.md, Parcels: what is given back because it is not sent is neither picked nor packed.

const shop = useShop()
let admin: Awaited<ReturnType<typeof anAdmin>>
let order: { id: string; dresses: string; bag: string }

beforeEach(async () => {
  admin = await anAdmin(shop)
  const dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000 })
  const bag = await aProduct(shop, { name: 'Straw Bag', price: 5000 })
  const items = [{ product: dress, quantity: 2 }, { product: bag }]
  const { id } = (await aPaidOrder(shop, (await aUser(shop)).userId, items)).order
  const lines = await listItems(shop.db, id)
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id ?? ''
  order = { id, dresses: idOf('Chitenje Dress'), bag: idOf('Straw Bag') }
})

const versionOf = async () => (await readOrder(shop, order.id)).version
const giveBackUnsent = async (lines: Extract<RefundWhat, { kind: 'lines' }>['lines']) =>
  expect(
    await requestRefund(shop, admin, {
      id: randomUUID(),
      orderId: order.id,
      version: await versionOf(),
      what: { kind: 'lines', lines, withDelivery: false },
      way: 'bank',
      reason: 'not-sent',
      note: null,
      given: { reference: 'NB 4711' },
    }),
  ).toMatchObject({ ok: true })
const pack = async (lines: readonly string[]) =>
  packOrder(shop, admin, { orderId: order.id, version: await versionOf(), isPacked: true, lines })
const toPack = async () => {
  const { rows } = await listAdminOrders(shop.db, {
    search: '',
    status: null,
    waiting: 'packing',
    sort: 'placed',
    direction: 'desc',
    after: null,
    limit: 5,
  })
  return rows.map(({ id }) => id)
}

test('a line that is not sent any more does not hold up packing, a line with a unit left does', async () => {
  await giveBackUnsent([
    { lineId: order.bag, units: 1 },
    { lineId: order.dresses, units: 1 },
  ])
  expect(await toPack()).toEqual([order.id])
  expect(await pack([])).toMatchObject({ ok: false, reason: 'not-all-picked', count: 1 })
  expect(await pack([order.dresses])).toMatchObject({ ok: true })
})

test('an order of which nothing is sent any more waits for nobody to pack it', async () => {
  await giveBackUnsent([{ lineId: order.dresses, units: 2 }])
  expect(await toPack()).toEqual([order.id])
  await giveBackUnsent([{ lineId: order.bag, units: 1 }])
  expect(await toPack()).toEqual([])
})
