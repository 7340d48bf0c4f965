import type { Services } from '../../platform/services.server.ts'
import { endOrder } from './end-order.ts'

/** Cancels an order whose customer came back from the provider's page without having paid, and releases its items. */
export async function giveUpOrder(shop: Services, orderId: string): Promise<boolean> {
  return endOrder(shop, orderId, 'failed-payment', { note: { code: 'payment-failed' } })
}
