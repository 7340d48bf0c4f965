import type { Services } from '../../platform/services.server.ts'
import { endOrder } from './end-order.ts'

/** The customer came back from the provider's page without having paid: the items are free again. */
export async function giveUpOrder(shop: Services, orderId: string): Promise<boolean> {
  return endOrder(shop, orderId, 'failed-payment', { note: { code: 'payment-failed' } })
}
