import type { Config } from '../../platform/config.server.ts'
import { isSigned, type Secret, signLink } from '../../platform/signed-links.server.ts'

type Linked = { id: string; linkVersion: number }
/**
 * Customers get the whole link. The link without the code opens the same page but hides the code that releases the
 * parcel: for staff, and for a browser that came to pay.
 */
type Kind = 'whole' | 'without-code'

/** The signed name of a link that opens one order for whoever has it (docs/decisions/0038-an-orders-own-page.md). */
const nameOf = ({ id, linkVersion }: Linked, kind: Kind) =>
  `order link ${id} ${linkVersion}${kind === 'whole' ? '' : ` ${kind}`}`

/** Which of the order's two keys this is, compared in constant time; null for neither. */
export function readOrderKey(config: Secret, order: Linked, key: string): Kind | null {
  const kinds = ['whole', 'without-code'] as const
  return kinds.find((kind) => isSigned(config, nameOf(order, kind), key)) ?? null
}

type Named = Linked & { orderNumber: string }

/** The path of an order's own page for somebody who is not signed in. */
export const orderPath = (config: Secret, order: Named, kind: Kind = 'whole') =>
  `/orders/${order.orderNumber}?key=${signLink(config, nameOf(order, kind))}`

/** The full URL, for emails and chats. */
export const orderLink = (
  config: Secret & Pick<Config, 'baseUrl'>,
  order: Named,
  kind: Kind = 'whole',
) => `${config.baseUrl}${orderPath(config, order, kind)}`
