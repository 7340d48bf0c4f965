import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../tests/support/properties/holds.ts'
import { findClientAddress } from './client-address.ts'

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `::ffff:${ip}`),
)
const plain = (text: string) => text.replace(/^::ffff:/, '')
const ask = (remoteAddress: string, header: string | undefined, proxies: number) =>
  findClientAddress(
    { socket: { remoteAddress } as never, headers: { 'x-forwarded-for': header } },
    proxies,
  )

test('the client address is valid, and never one that the client wrote in front of the trusted proxies', () =>
  holds(
    fc.record({
      direct: address,
      client: address,
      forged: fc.array(fc.oneof(anyText(), address), { maxLength: 3 }),
      proxies: fc.integer({ min: 1, max: 3 }),
    }),
    ({ direct, client, forged, proxies }) => {
      const behind = Array.from({ length: proxies - 1 }, () => '10.0.0.1')
      const header = [...forged, client, ...behind].join(', ')
      expect(ask(direct, header, proxies)).toBe(plain(client))
      expect(ask(direct, header, 0)).toBe(plain(direct))
      expect(isIP(ask(direct, forged.join(','), proxies))).toBeGreaterThan(0)
      expect(ask(direct, undefined, proxies)).toBe(plain(direct))
    },
  ))
