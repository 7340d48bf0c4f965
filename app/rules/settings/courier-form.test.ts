import { expect, test } from 'vitest'
import { readCourier } from './courier-form.ts'
import { courierTexts } from './courier-texts.ts'
import { defaultGroups } from './default-settings.ts'

const { couriers } = defaultGroups().couriers

test('every courier of the shop’s file is read from its own form as it was', () => {
  for (const courier of couriers)
    expect(readCourier(courierTexts(courier), courier.id)).toEqual({ ok: true, edit: courier })
})

test('a district that is none, days that go backwards and half a depot are said at their fields', () => {
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
