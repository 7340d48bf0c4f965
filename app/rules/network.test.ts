import { expect, test } from 'vitest'
import { isLoopback, networkOf } from './network.ts'

test.each([
  ['41.70.1.1', '41.70.1.1'],
  ['::ffff:41.70.1.1', '41.70.1.1'],
  ['::FFFF:2946:0101', '41.70.1.1'],
  ['0:0:0:0:0:ffff:41.70.1.1', '41.70.1.1'],
  ['2c0f:fcb0:1:2:aaaa:bbbb:cccc:dddd', '2c0f:fcb0:1:2::'],
  ['2C0F:FCB0:0001:0002::1', '2c0f:fcb0:1:2::'],
  ['2c0f:fcb0::1', '2c0f:fcb0:0:0::'],
  ['2c0f:0:0:2:aaaa:bbbb:cccc:dddd', '2c0f:0:0:2::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['::1', '0:0:0:0::'],
  ['', ''],
  ['::not an address', '::not an address'],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
  expect(networkOf(network)).toBe(network)
})

test('two addresses in one /64 are one network, one in the next /64 is another', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
})

test('only a host that always means the machine itself is loopback', () => {
  for (const host of ['localhost', '127.0.0.1', '127.10.20.30', '::1', '[::1]'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of [
    'xlocalhost',
    'localhost.example',
    '127.0.0',
    '127.0.0.x',
    '1127.0.0.1',
    '10.0.0.1',
  ])
    expect(isLoopback(host), host).toBe(false)
})
