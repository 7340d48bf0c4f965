import type { Config } from '../../platform/config.server.ts'
import { isSigned, type Secret, signLink } from '../../platform/signed-links.server.ts'

type Linked = { id: string; linkVersion: number }

/** What opens one order to whoever has it (docs/decisions/0038-an-orders-own-page.md). */
const nameOf = ({ id, linkVersion }: Linked) => `order link ${id} ${linkVersion}`

/** Whether this is the order's key, compared in a time that tells nothing of it. */
export const isOrderKey = (config: Secret, order: Linked, key: string) =>
  isSigned(config, nameOf(order), key)

type Named = Linked & { orderNumber: string }

/** Where an order's own page is for somebody who is not signed in. */
export const orderPath = (config: Secret, order: Named) =>
  `/orders/${order.orderNumber}?key=${signLink(config, nameOf(order))}`

/** The whole address, for emails and chats. */
export const orderLink = (config: Secret & Pick<Config, 'baseUrl'>, order: Named) =>
  `${config.baseUrl}${orderPath(config, order)}`
