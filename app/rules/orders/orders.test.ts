import { describe, expect, test } from 'vitest'
import { addressKeyOf, isDistrict, ORDER_STATUSES, transition } from './orders.ts'

describe('any status may follow any other', () => {
  for (const from of ORDER_STATUSES)
    for (const to of ORDER_STATUSES)
      test(`${from} to ${to}`, () => {
        const step = transition(from, to)
        if (from === to) return expect(step).toBeNull()
        const stamps = {
          shipped: 'shippedAt',
          delivered: 'deliveredAt',
          cancelled: 'cancelledAt',
        } as const
        expect(step?.stamp).toBe(to in stamps ? stamps[to as keyof typeof stamps] : null)
        expect(step?.stock).toBe(
          to === 'cancelled' ? 'give-back' : from === 'cancelled' ? 'take' : 'stay',
        )
        expect(step?.letter).toBe(to in stamps ? to : null)
      })
})

test('the shop delivers to the 29 districts and nowhere else', () => {
  expect(isDistrict('Nkhata Bay')).toBe(true)
  expect(isDistrict('nkhata bay')).toBe(false)
  expect(isDistrict('Lusaka')).toBe(false)
})

test('one place is one place, however its address was typed', () => {
  const place = { firstName: '', lastName: '', phone: '', city: 'Blantyre', district: 'Blantyre' }
  const key = addressKeyOf({ ...place, address: 'Plot 4, Sunnyside' })
  expect(addressKeyOf({ ...place, address: ' plot 4 SÚNNYSIDE. ', city: 'blantyre ' })).toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 44, Sunnyside' })).not.toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 4, Sunnyside', city: 'Zomba' })).not.toBe(key)
})
