import { expect, test } from 'vitest'
import { anAdmin, aPaidOrder, aProduct, aUser } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { orderMessages } from '../../../db/tables.server.ts'
import { answerMessage } from './answer-message.ts'

const shop = useShop()

test('an answer that is sent again is stored once, and is confirmed only as it was sent', async () => {
  const { userId } = await aUser(shop)
  const { order } = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  const admin = await anAdmin(shop)
  const asked = { orderId: order.id, text: 'It leaves today', by: 'email' as const }
  const earlier = { ...asked, text: 'Thank you' }
  await answerMessage(shop, { ...admin, request: 'press-1' }, earlier)
  const press = { ...admin, request: 'press-2' }
  for (const _ of [1, 2])
    expect(await answerMessage(shop, press, asked)).toMatchObject({ ok: true })
  for (const other of [{ text: 'It leaves tomorrow' }, { by: 'whatsapp' as const }, earlier])
    expect(await answerMessage(shop, press, { ...asked, ...other })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
  expect(await shop.db.$count(orderMessages)).toBe(2)
})
