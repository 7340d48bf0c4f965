import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['41.70.1.1', '41.70.1.1'],
  ['::ffff:41.70.1.1', '41.70.1.1'],
  ['::FFFF:2946:0101', '41.70.1.1'],
  ['0:0:0:0:0:ffff:41.70.1.1', '41.70.1.1'],
  ['2c0f:fcb0:1:2:aaaa:bbbb:cccc:dddd', '2c0f:fcb0:1:2::'],
  ['2C0F:FCB0:0001:0002::1', '2c0f:fcb0:1:2::'],
  ['2c0f:fcb0::1', '2c0f:fcb0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['::1', '0:0:0:0::'],
  ['', ''],
  ['::not an address', '::not an address'],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
  expect(networkOf(network)).toBe(network)
})

test('neighbours in one /64 are one network, the next /64 is another', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
})
