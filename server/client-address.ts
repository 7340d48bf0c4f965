import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Who asks. Each proxy appends whom it saw to `X-Forwarded-For`, so with n trusted ones the n-th from
 * the right is true, and whatever stands before it was written by the client.
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
