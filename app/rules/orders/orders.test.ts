import { expect, test } from 'vitest'
import { addressKeyOf, isDistrict } from './orders.ts'

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
