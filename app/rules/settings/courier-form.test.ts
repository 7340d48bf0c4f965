import { expect, test } from 'vitest'
import { settingErrors } from '../messages/settings/settings.ts'
import { readCourier } from './courier-form.ts'
import { courierTexts } from './courier-texts.ts'
import { defaultGroups } from './default-settings.ts'

const { couriers } = defaultGroups().couriers

test('every courier of the shop’s file is read back unchanged from its form', () => {
  for (const courier of couriers)
    expect(readCourier(courierTexts(courier), courier.id)).toEqual({ ok: true, edit: courier })
})

test('an unknown district, days in the wrong order and an incomplete depot are refused at their fields', () => {
  const texts = courierTexts(couriers[0] ?? null)
  const errorsOf = (change: Partial<typeof texts>) => {
    const read = readCourier({ ...texts, ...change }, 'bike-riders')
    return read.ok ? {} : read.errors
  }
  expect(errorsOf({ depots: 'Nowhere: A, B, C' }).depots).toContain('a district of Malawi')
  expect(errorsOf({ depots: 'Zomba: A' }).depots).toContain('one depot a line')
  expect(errorsOf({ daysTown: '3-1' }).daysTown).toContain('the fewest and the most')
  expect(errorsOf({ price: '-1' }).price).toContain('a whole number')
})

test('a shop with collection needs days in at least one zone; another courier may have none', () => {
  const none = { daysTown: '', daysSouth: '', daysLake: '', daysCentre: '', daysNorth: '' }
  const read = (id: string, change = {}) => {
    const courier = couriers.find((one) => one.id === id) ?? null
    return readCourier({ ...courierTexts(courier), ...none, daysIsland: '', ...change }, id)
  }
  expect(read('pickup')).toMatchObject({
    ok: false,
    errors: { daysTown: expect.stringContaining('customers can collect') },
  })
  expect(read('pickup', { daysCentre: '0' })).toMatchObject({ ok: true })
  expect(read('bike-riders')).toMatchObject({ ok: true })
})

test.each([
  '',
  'Zomba: A, B, Zomba\nZomba: C, D, Zomba',
  'Zomba: A, B, Zomba\nBlantyre: C, D, Limbe',
])('a shop with collection has one place, not %j; a courier may have none or several', (depots) => {
  const texts = { ...courierTexts(couriers.find(({ id }) => id === 'pickup') ?? null), depots }
  expect(readCourier(texts, 'pickup')).toEqual({
    ok: false,
    errors: { depots: settingErrors['no-pickup-place'] },
  })
  expect(readCourier(texts, 'cts-courier')).toMatchObject({ ok: true })
})
