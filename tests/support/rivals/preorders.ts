import { expect } from 'vitest'
import { placeOrder } from '../../../app/modules/checkout/place-order.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import { receiveStock } from '../../../app/modules/stock/change-stock.ts'
import { listOwed } from '../../../app/modules/stock/preorders.ts'
import { type Shop } from '../../../app/platform/shop.server.ts'
import {
  aCheckoutRequest,
  anAdmin,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  payAtProvider,
  readOrder,
} from '../factories.ts'
import { isOk, onHand, type Rivals } from './rivals.ts'

export const lastPreorder = async (shop: Shop): Promise<Rivals> => {
  const product = await aProduct(shop, { stock: 0, preorders: 1 })
  const buyers = [await aUser(shop), await aUser(shop)] as const
  const [one, other] = buyers.map(
    ({ userId }) =>
      () =>
        placeOrder(shop, userId, aCheckoutRequest([{ product, preorderFrom: PREORDER_DAY }])),
  )
  if (!one || !other) throw new Error('no buyers')
  return {
    acts: [one, other],
    check: async (results) => {
      expect(results.filter(isOk)).toHaveLength(1)
      expect(await onHand(shop, product)).toBe(0)
    },
  }
}

type PreorderAct = 'receive' | 'pay' | 'cancel' | 'order'

/**
 * A limit of three, of which one unit is ordered and two may still be promised; two units arrive while that order is
 * paid, cancelled or joined by another one.
 */
export const onPreorder =
  (first: PreorderAct, second: PreorderAct) =>
  async (shop: Shop): Promise<Rivals> => {
    const product = await aProduct(shop, { stock: 0, preorders: 3 })
    const [buyer, next] = [await aUser(shop), await aUser(shop)]
    const requested = [{ product, preorderFrom: PREORDER_DAY }]
    const { order, payment } = await aPendingOrder(shop, buyer.userId, requested)
    const staff = await anAdmin(shop)
    await payAtProvider(shop, payment.reference)
    const acts: Record<PreorderAct, () => Promise<unknown>> = {
      receive: () =>
        receiveStock(shop.db, staff, {
          productId: product.productId,
          version: 0,
          lines: [{ variantId: product.variantId, quantity: 2 }],
          note: null,
        }),
      pay: () => settlePayment(shop, payment.reference),
      cancel: () =>
        moveOrder(shop, staff, { orderId: order.id, version: order.version, to: 'cancelled' }),
      order: () => placeOrder(shop, next.userId, aCheckoutRequest(requested)),
    }
    return {
      acts: [acts[first], acts[second]],
      check: async (results) => {
        expect(isOk(results[0])).toBe(true)
        const { status } = await readOrder(shop, order.id)
        const hasArrived = first === 'receive' || second === 'receive'
        const owed = await listOwed(shop.db, [order.id])
        expect(owed).toHaveLength(hasArrived || status === 'cancelled' ? 0 : 1)
        // Another order is promised one of the two arriving units, or is refused because they have arrived.
        const taken =
          (status === 'cancelled' ? 0 : 1) + (second === 'order' && isOk(results[1]) ? 1 : 0)
        if (hasArrived) expect(await onHand(shop, product)).toBe(2 - taken)
      },
    }
  }
