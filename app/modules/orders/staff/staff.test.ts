import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aPaidOrder, aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog } from '../../../db/tables.server.ts'
import { MOST_TAGS_OF_ORDER } from '../../../rules/orders/order-staff.ts'
import { anonymizeOrders } from '../anonymize-orders.ts'
import { listPicking } from '../parcels/list-picking.ts'
import { addStaffNote, listStaffNotes } from './add-note.ts'
import { findAdminOrder } from './find-admin-order.ts'
import { listAdminOrders } from './list-admin-orders.ts'
import { listTags, tagOrder, untagOrder } from './tag-order.ts'

const shop = useShop()
let admin: Awaited<ReturnType<typeof anAdmin>>
let order: { id: string; orderNumber: string }
beforeEach(async () => {
  admin = await anAdmin(shop)
  const dress = await aProduct(shop, { stock: 50, location: 'B3', barcode: '6001234567890' })
  const { userId } = await aUser(shop)
  order = (await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }])).order
})
const shown = async () => {
  const found = await findAdminOrder(shop.db, order.orderNumber)
  if (!found) throw new Error('no order')
  return found
}
const tag = (name: string, orderId = order.id) => tagOrder(shop.db, admin, { orderId, tag: name })

describe('staff notes', () => {
  test('are stored once for a repeated request, and the log does not contain their text', async () => {
    const press = { ...admin, request: 'press-1' }
    const note = (text: string) => addStaffNote(shop.db, press, { orderId: order.id, text })
    for (const _ of [1, 2]) expect(await note('Her sister collects it')).toEqual({ ok: true })
    expect(await note('Her brother collects it')).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
    expect(await listStaffNotes(shop.db, order.id)).toMatchObject([
      { text: 'Her sister collects it' },
    ])
    expect(JSON.stringify(await shop.db.select().from(auditLog))).not.toContain('sister')
  })

  test('are refused when they are empty or too long, and are erased with the customer', async () => {
    for (const text of ['', 'x'.repeat(2001)])
      expect(await addStaffNote(shop.db, admin, { orderId: order.id, text })).toMatchObject({
        reason: 'staff-note-bad',
      })
    await addStaffNote(shop.db, admin, { orderId: order.id, text: 'x'.repeat(2000) })
    await shop.db.transaction((db) => anonymizeOrders(db, [order.id]))
    expect(await listStaffNotes(shop.db, order.id)).toEqual([])
  })
})

describe('tags', () => {
  test('are normalized however they are typed, and filter the list', async () => {
    expect(await tag(' Call   first ')).toEqual({ ok: true })
    expect(await tag('call FIRST')).toEqual({ ok: true })
    expect((await shown()).tags).toEqual(['Call first'])
    const listed = async (name: string) =>
      (
        await listAdminOrders(shop.db, {
          search: '',
          status: null,
          tag: name,
          sort: 'placed',
          direction: 'desc',
          after: null,
          limit: 5,
        })
      ).rows.map(({ tags }) => tags)
    expect([await listed('call first'), await listed('gift')]).toEqual([[['Call first']], []])
    await untagOrder(shop.db, admin, { orderId: order.id, tag: 'Call first' })
    expect([(await shown()).tags, await listTags(shop.db)]).toEqual([[], []])
  })

  test('are limited for each order, and an empty one is not stored', async () => {
    for (let n = 0; n < MOST_TAGS_OF_ORDER; n += 1) await tag(`Tag ${n}`)
    expect(await tag('One more')).toEqual({ ok: false, reason: 'tags-too-many' })
    expect(await listTags(shop.db)).toHaveLength(MOST_TAGS_OF_ORDER)
    expect(await tag(' ')).toEqual({ ok: false, reason: 'tag-bad' })
  })
})

test('picked lines are sorted by their shelf, with the codes that a scanner reads', async () => {
  const [line] = await listPicking(shop, (await shown()).lines)
  expect(line?.shelf).toBe('B3')
  expect(line?.codes).toEqual([line?.sku, '6001234567890'])
})
