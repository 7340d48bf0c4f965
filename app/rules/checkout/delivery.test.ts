import { expect, test } from 'vitest'
import { latestSettings, setLatestSettings } from '../../platform/current-settings.server.ts'
import { type Courier, PICKUP_ID, ZONES } from '../../shop.ts'
import type { ShopCourier } from '../settings/delivery-groups.ts'
import { deliverySettings } from '../settings/settings.ts'
import {
  addressOfPlace,
  daysTo,
  deliveryWays,
  everyPlaceOf,
  findAnyPlace,
  findPlace,
  formatPlace,
  isDelivered,
  listDelivered,
  offerCouriers,
  placesOf,
  readChosenDistrict,
} from './delivery.ts'

/** Runs a check while the shop does not deliver to Zomba and Likoma, or has other couriers. */
function withFewerDistricts(check: () => void, couriers = deliverySettings().couriers) {
  const before = latestSettings()
  const delivery = deliverySettings()
  const areas = { ...delivery.areas, Zomba: null, Likoma: null }
  setLatestSettings({ ...before, delivery: { ...delivery, areas, couriers } })
  try {
    check()
  } finally {
    setLatestSettings(before)
  }
}

const courier = (more: Partial<Courier> = {}): Courier => ({
  id: 'speed',
  name: 'Speed',
  price: 5000,
  days: { town: [1, 1], south: [2, 3] },
  depots: {
    Zomba: [
      ['Depot', 'M3 Road', 'Zomba'],
      ['Market', 'Market Road', 'Zomba'],
    ],
    Blantyre: [['Depot', 'M1 Road', 'Limbe']],
  },
  ...more,
})
const ZOMBA = { name: 'Depot', address: 'M3 Road', town: 'Zomba', district: 'Zomba' }
const MARKET = { ...ZOMBA, name: 'Market', address: 'Market Road' }
const LIMBE = { name: 'Depot', address: 'M1 Road', town: 'Limbe', district: 'Blantyre' }

test('the shop delivers to the districts that have a zone', () => {
  expect(listDelivered('south').toSorted()).toEqual([...ZONES.south].toSorted())
  expect(listDelivered()).toHaveLength(Object.values(ZONES).flat().length)
  withFewerDistricts(() => {
    expect(['Zomba', 'Blantyre', 'Lusaka'].map(isDelivered)).toEqual([false, true, false])
    expect(listDelivered()).not.toContain('Zomba')
    expect(listDelivered('south')).not.toContain('Zomba')
  })
})

test('a courier has the days of its zone, and pickup those of the town of the shop', () => {
  expect(daysTo(courier(), 'Zomba')).toEqual([2, 3])
  expect(daysTo(courier(), 'Likoma')).toBeNull()
  expect(daysTo(courier(), 'Lusaka')).toBeNull()
  const pickup = (days: Courier['days'], district = 'Zomba') =>
    daysTo(courier({ id: PICKUP_ID, days }), district)
  expect(pickup({ south: [2, 3], town: [0, 1] })).toEqual([0, 1])
  expect(pickup({ north: [4, 5], south: [2, 3] })).toEqual([2, 3])
  expect(pickup({ north: [4, 5] })).toEqual([4, 5])
  expect(pickup({})).toBeNull()
})

test('a depot is found by its place, or by its name where only one has it', () => {
  expect(everyPlaceOf(courier())).toEqual([ZOMBA, MARKET, LIMBE])
  expect(formatPlace(ZOMBA)).toBe('Depot, M3 Road, Zomba')
  expect(addressOfPlace(LIMBE)).toEqual({
    address: 'Depot, M1 Road',
    city: 'Limbe',
    district: 'Blantyre',
  })
  const found = (depot: string) => findPlace(courier(), depot)
  expect(found('')).toBeNull()
  expect(found(formatPlace(LIMBE))).toEqual(LIMBE)
  expect(found('Market')).toEqual(MARKET)
  expect(found('Depot')).toBeUndefined()
  expect(found('Nowhere')).toBeUndefined()
  expect(findPlace(courier({ id: PICKUP_ID }), 'Nowhere')).toEqual(ZOMBA)
  withFewerDistricts(() => {
    expect(placesOf(courier())).toEqual([LIMBE])
    expect(placesOf(courier({ id: PICKUP_ID }))).toEqual([ZOMBA, MARKET, LIMBE])
    expect(found('Market')).toBeUndefined()
    expect(found('Depot')).toEqual(LIMBE)
    expect(findAnyPlace(courier(), 'Market')).toEqual(MARKET)
    expect(findAnyPlace(courier(), 'Depot')).toEqual(LIMBE)
    expect(findAnyPlace(courier(), '')).toBeNull()
  })
})

/** A Tuesday morning: what takes so many days arrives so many days later. */
const NOW = new Date('2026-11-24T08:00:00Z')
const range = (from: number, to: number) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })

test('a zone has the cheapest courier, of several the soonest, and never pickup', () => {
  const all = [
    courier({ price: 6000, days: { town: [0, 0] } }),
    courier({ price: 5000, days: { town: [1, 2], south: [1, 3] } }),
    courier({ price: 5000, days: { town: [1, 1] } }),
    courier({ price: 5000, days: { town: [1, 3] } }),
    courier({ id: PICKUP_ID, price: 0, days: { town: [0, 0], north: [0, 0] } }),
  ]
  const town = { districts: ['Blantyre'], price: 5000, days: range(25, 25) }
  const south = { districts: listDelivered('south'), price: 5000, days: range(25, 27) }
  expect(deliveryWays(NOW, all)).toEqual([town, south])
  expect(deliveryWays(NOW, all, '2026-11-25')[0]).toEqual({ ...town, days: range(26, 26) })
  const toIsland = [courier({ days: { island: [1, 1] } })]
  expect(deliveryWays(NOW, toIsland)).toHaveLength(1)
  withFewerDistricts(() => expect(deliveryWays(NOW, toIsland)).toEqual([]))
})

test('the checkout offers the active couriers with their days and places, and no collection without a place', () => {
  const pickup = courier({ id: PICKUP_ID, days: { south: [0, 1], north: [4, 5] } })
  const couriers = [
    { ...courier(), isActive: true },
    { ...courier({ id: 'off', days: { island: [1, 1] } }), isActive: false },
    { ...pickup, isActive: true },
    { ...courier({ id: PICKUP_ID, days: { north: [0, 1] }, depots: {} }), isActive: true },
  ] as ShopCourier[]
  withFewerDistricts(() => {
    const { zones, couriers: offered, shopDistrict } = offerCouriers(NOW)
    expect(shopDistrict).toBe('Blantyre')
    expect(Object.keys(zones)).toEqual(listDelivered())
    expect(zones).toMatchObject({ Blantyre: 'town', Mulanje: 'south' })
    const shown = { name: 'Speed', price: 5000 }
    expect(offered).toEqual([
      {
        ...shown,
        id: 'speed',
        isPickup: false,
        days: { town: range(25, 25), south: range(26, 27) },
        places: [LIMBE],
      },
      // The district of its place has no zone any more: the first days that it has.
      {
        ...shown,
        id: PICKUP_ID,
        isPickup: true,
        days: { town: range(24, 25) },
        places: [ZOMBA, MARKET, LIMBE],
      },
    ])
    expect(offerCouriers(NOW, '2026-11-25').couriers[0]?.days['town']).toEqual(range(26, 26))
    expect(deliveryWays(NOW).map(({ districts }) => districts[0])).toEqual(['Blantyre', 'Chikwawa'])
  }, couriers)
})

test.each([
  ['?district=Zomba', 'district=Blantyre', 'Zomba'],
  ['?district=Lusaka', 'district=Blantyre', 'Blantyre'],
  ['', 'district=Nkhata%20Bay', 'Nkhata Bay'],
  ['', null, null],
  ['?district=Lusaka', 'district=Lusaka', null],
])('the district of an address %j and a cookie %j is %s', (query, cookie, district) => {
  const headers = new Headers(cookie === null ? {} : { Cookie: cookie })
  expect(readChosenDistrict({ url: `http://shop.test/${query}`, headers })).toBe(district)
})
