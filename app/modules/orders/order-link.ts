import type { Config } from '../../platform/config.server.ts'
import { isSigned, type Secret, signLink } from '../../platform/signed-links.server.ts'

type Linked = { id: string; linkVersion: number }
/**
 * Customers have the whole link. Without the code that releases the parcel it opens the same page: for the staff, and
 * for a browser that came to pay.
 */
type Kind = 'whole' | 'without-code'

/** What opens one order to whoever has it (docs/decisions/0038-an-orders-own-page.md). */
const nameOf = ({ id, linkVersion }: Linked, kind: Kind) =>
  `order link ${id} ${linkVersion}${kind === 'whole' ? '' : ` ${kind}`}`

/** Whose key this is of the order's, compared in a time that tells nothing of them; null for neither. */
export function readOrderKey(config: Secret, order: Linked, key: string): Kind | null {
  const kinds = ['whole', 'without-code'] as const
  return kinds.find((kind) => isSigned(config, nameOf(order, kind), key)) ?? null
}

type Named = Linked & { orderNumber: string }

/** Where an order's own page is for somebody who is not signed in. */
export const orderPath = (config: Secret, order: Named, kind: Kind = 'whole') =>
  `/orders/${order.orderNumber}?key=${signLink(config, nameOf(order, kind))}`

/** The whole address, for emails and chats. */
export const orderLink = (
  config: Secret & Pick<Config, 'baseUrl'>,
  order: Named,
  kind: Kind = 'whole',
) => `${config.baseUrl}${orderPath(config, order, kind)}`
