/**
 * The network of an address, for every rate limit: one connection has a whole /64 of IPv6 to choose its address from.
 * An IPv4 address is its own network, also when it is written as IPv6 (`::ffff:`).
 */
export function networkOf(address: string): string {
  // The only canonical form that browser and server share: lower case, no leading zeros, one `::`.
  const host = URL.parse(`http://[${address.split('%')[0]}]/`)?.hostname
  if (!host) return address
  const [head, tail] = host.slice(1, -1).split('::')
  const groupsOf = (part?: string) => (part ? part.split(':') : [])
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}

/** Whether a host name or address always leads to the machine itself. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
