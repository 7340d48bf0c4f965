import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.server.ts'

type Secret = Pick<Config, 'sessionSecret'>
type Linked = { id: string; linkVersion: number }

/** 192 bits: nobody guesses one. */
const KEY_LENGTH = 32

/** What opens one order to whoever has it (docs/decisions/0038-an-orders-own-page.md). */
const keyOf = ({ sessionSecret }: Secret, { id, linkVersion }: Linked) =>
  createHmac('sha256', sessionSecret)
    .update(`order link ${id} ${linkVersion}`)
    .digest('base64url')
    .slice(0, KEY_LENGTH)

/** Whether this is the order's key, compared in a time that tells nothing of it. */
export function isOrderKey(config: Secret, order: Linked, key: string): boolean {
  const own = Buffer.from(keyOf(config, order))
  const given = Buffer.from(key)
  return given.length === own.length && timingSafeEqual(given, own)
}

type Named = Linked & { orderNumber: string }

/** Where an order's own page is for somebody who is not signed in. */
export const orderPath = (config: Secret, order: Named) =>
  `/orders/${order.orderNumber}?key=${keyOf(config, order)}`

/** The whole address, for emails and chats. */
export const orderLink = (config: Secret & Pick<Config, 'baseUrl'>, order: Named) =>
  `${config.baseUrl}${orderPath(config, order)}`
