import { expect, test } from 'vitest'
import { deliveryOf } from './chosen-delivery.ts'

const TODAY = { from: '2026-11-23', to: '2026-11-23' }
const SHOP = { name: 'Zovala', address: 'Shop 14', town: 'Blantyre', district: 'Blantyre' }
const pickup = { id: 'pickup', name: 'Pickup', price: 0, isPickup: true, places: [SHOP] }
const chosen = { courierId: 'pickup', depot: '', district: 'Zomba' }
const zones = { Zomba: 'south' }
const shopDistrict = 'Zomba'

test('pickup at the shop has its days even if the shop delivers nothing in its own district', () => {
  const couriers = [{ ...pickup, days: { town: TODAY } }]
  const { offered, daysOf } = deliveryOf(chosen, { couriers, zones, shopDistrict })
  expect(offered.map(daysOf)).toEqual([TODAY])
})

test('a chosen depot has its own days, not those of another one with the same name', () => {
  const [inZomba, inKaronga] = [
    { name: 'Main Depot', address: 'M3 Road', town: 'Zomba', district: 'Zomba' },
    { name: 'Main Depot', address: 'M1 Road', town: 'Karonga', district: 'Karonga' },
  ]
  const later = { from: '2026-11-27', to: '2026-11-28' }
  const days = { south: TODAY, north: later }
  const bus = { ...pickup, id: 'bus', isPickup: false, places: [inZomba, inKaronga], days }
  const { place, offered, daysOf } = deliveryOf(
    { courierId: 'bus', depot: 'Main Depot, M1 Road, Karonga', district: 'Zomba' },
    { couriers: [bus], zones: { Zomba: 'south', Karonga: 'north' }, shopDistrict },
  )
  expect(place).toEqual(inKaronga)
  expect(offered.map(daysOf)).toEqual([later])
})

test('a shop without days for collection does not offer it, because it would be refused', () => {
  const couriers = [{ ...pickup, days: {} }]
  expect(deliveryOf(chosen, { couriers, zones, shopDistrict }).offered).toEqual([])
})

test('until a district is chosen, each courier has its days to the shop’s own', () => {
  const later = { from: '2026-11-27', to: '2026-11-28' }
  const bike = {
    ...pickup,
    id: 'bike',
    isPickup: false,
    places: [],
    days: { south: TODAY, north: later },
  }
  const offer = { couriers: [bike], zones: { Zomba: 'south', Karonga: 'north' }, shopDistrict }
  const to = (district: string) => deliveryOf({ courierId: '', depot: '', district }, offer)
  expect(to('').daysTo).toBe('Zomba')
  expect(to('').offered.map(to('').daysOf)).toEqual([TODAY])
  expect(to('Karonga').daysTo).toBe('Karonga')
  expect(to('Karonga').offered.map(to('Karonga').daysOf)).toEqual([later])
})
