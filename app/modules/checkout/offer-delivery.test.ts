import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADDRESS, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { savedSettings } from '../../db/tables.server.ts'
import { saveAddress } from '../accounts/addresses.ts'
import { offerDelivery } from './offer-delivery.ts'

const shop = useShop()
// A Tuesday, ten o'clock by the shop's clock.
const NOW = new Date('2026-11-24T08:00:00Z')
let userId: string

beforeEach(async () => {
  shop.now = () => NOW
  ;({ userId } = await aUser(shop))
})
// Rows that migrations bring stay between tests.
afterEach(() => setAreas(null, 1))

async function setAreas(values: Record<string, string | null> | null, version: number) {
  const areas = eq(savedSettings.group, 'areas')
  await shop.db.update(savedSettings).set({ values, version }).where(areas)
  await shop.settings.refresh()
}

const offer = (change: Partial<Parameters<typeof offerDelivery>[1]> = {}) =>
  offerDelivery(shop, { chosen: null, userId: null, ...change })
const wayTo = async (district: string, shipsFrom: string | null = null) => {
  const { ways } = await offer({ shipsFrom })
  return ways.find((way) => way.districts.includes(district))
}

test('the delivery offer is for the shop’s own district when the visitor is unknown or has no address', async () => {
  expect((await offer()).district).toBe('Blantyre')
  expect((await offer({ userId })).district).toBe('Blantyre')
})

test('the delivery offer is for the chosen district, otherwise for the account’s default address', async () => {
  await saveAddress(shop.db, userId, { ...ADDRESS, district: 'Zomba' })
  expect((await offer({ userId })).district).toBe('Zomba')
  expect((await offer({ userId, chosen: 'Mzimba' })).district).toBe('Mzimba')
  expect((await offer({ chosen: 'Mzimba' })).district).toBe('Mzimba')
  expect((await offer()).district).toBe('Blantyre')
})

test('the delivery offer ignores an address to which the shop no longer delivers', async () => {
  await saveAddress(shop.db, userId, { ...ADDRESS, district: 'Likoma' })
  await setAreas({ Likoma: null }, 2)
  expect((await offer({ userId })).district).toBe('Blantyre')
  await saveAddress(shop.db, userId, { ...ADDRESS, district: 'Zomba' })
  expect((await offer({ userId })).district).toBe('Zomba')
})

test('delivery of products in stock is shown by weekdays within a week, and by dates later on', async () => {
  expect(await wayTo('Blantyre')).toMatchObject({ price: 2000, days: 'Wed' })
  expect(await wayTo('Likoma')).toMatchObject({ price: 2000, days: 'Tue 1 to Fri 4 Dec' })
  // Today in a week, whatever the hour.
  expect((await wayTo('Blantyre', '2026-11-30'))?.days).toBe('Tue 1 Dec')
})

test('a pre-ordered product arrives after the day on which it is sent', async () => {
  expect((await wayTo('Blantyre', '2026-12-03'))?.days).toBe('Fri 4 Dec')
})
