import { expect, test } from 'vitest'
import { PICKUP_ID } from '../../shop.ts'
import { addressKeyOf, isDistrict, mayRelease } from './orders.ts'

test('the shop delivers to the 29 districts and nowhere else', () => {
  expect(isDistrict('Nkhata Bay')).toBe(true)
  expect(isDistrict('nkhata bay')).toBe(false)
  expect(isDistrict('Lusaka')).toBe(false)
})

test('an address has one key, in whatever spelling it was typed', () => {
  const place = { firstName: '', lastName: '', phone: '', city: 'Blantyre', district: 'Blantyre' }
  const key = addressKeyOf({ ...place, address: 'Plot 4, Sunnyside' })
  expect(addressKeyOf({ ...place, address: ' plot 4 SÚNNYSIDE. ', city: 'blantyre ' })).toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 44, Sunnyside' })).not.toBe(key)
  expect(addressKeyOf({ ...place, address: 'Plot 4, Sunnyside', city: 'Zomba' })).not.toBe(key)
})

test('a cashier hands over only what is collected here: no part that another courier delivers', () => {
  const paidAt = new Date(0)
  const order = { courierId: PICKUP_ID, courierName: 'Pickup', paidAt }
  const here = { courierName: 'Pickup', deliveredAt: null }
  const away = { courierName: 'Speed', deliveredAt: null }
  const gone = { courierName: 'Speed', deliveredAt: paidAt }
  const may = (status: 'processing' | 'shipped', ...parts: (typeof here | typeof gone)[]) =>
    mayRelease('cashier', { ...order, status }, parts)
  for (const status of ['processing', 'shipped'] as const) {
    expect(may(status, here, gone)).toBe(true)
    expect(may(status, here, away)).toBe(false)
    expect(may(status, gone)).toBe(true)
  }
  expect([may('processing'), may('shipped')]).toEqual([false, true])
})
