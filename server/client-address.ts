import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address of the client. Each proxy appends the address that it saw to `X-Forwarded-For`, so with n trusted proxies
 * the n-th entry from the right is true; the client may have written everything before it.
 */
export function findClientAddress(
  req: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const direct = (req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  if (trustedProxies === 0) return direct
  const chain = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const named =
    chain
      .at(-trustedProxies)
      ?.trim()
      .replace(/^::ffff:/, '') ?? ''
  return isIP(named) ? named : direct
}
