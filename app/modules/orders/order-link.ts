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

/** The address of an order's own page for somebody who is not signed in: for emails and chats. */
export const orderLink = (
  config: Pick<Config, 'sessionSecret' | 'baseUrl'>,
  order: Linked & { orderNumber: string },
) => `${config.baseUrl}/orders/${order.orderNumber}?key=${keyOf(config, order)}`
