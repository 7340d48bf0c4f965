import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  adoptSnapshot,
  deliverySettings,
  limitSettings,
  readSnapshotWith,
  type Snapshot,
  settings,
  snapshot,
  staffSettings,
  writeSnapshot,
} from './settings.ts'

const shop = { name: 'Zovala' } as Snapshot['shop']
const limits = { refundAlone: 5000 } as Snapshot['limits']
const staff = { labelPaper: 'a4' } as unknown as Snapshot['staff']
const delivery = { couriers: [] } as unknown as Snapshot['delivery']

const HOME = Symbol.for('zovala.settings')
const home = globalThis as { [HOME]?: () => Snapshot }
let before: (() => Snapshot) | undefined
beforeEach(() => {
  before = home[HOME]
})
afterEach(() => {
  if (before) readSnapshotWith(before)
  else delete home[HOME]
})

test('the settings are read where they were set last, also by another copy of this module', () => {
  delete home[HOME]
  expect(snapshot).toThrow('where the settings are')
  let revision = 1
  readSnapshotWith(() => ({ revision: String(revision++), shop }))
  expect([snapshot().revision, snapshot().revision]).toEqual(['1', '2'])
  adoptSnapshot({ revision: 'brought', shop })
  expect([snapshot().revision, settings()]).toEqual(['brought', shop])
  home[HOME] = () => ({ revision: 'other', shop })
  expect(snapshot().revision).toBe('other')
})

test('a browser gets neither delivery nor what staff work with; without limits nothing is allowed alone', () => {
  adoptSnapshot({ revision: '1', shop })
  expect(deliverySettings).toThrow('couriers, districts and closed days are read on the server')
  expect(staffSettings).toThrow('what staff work with is read on the server')
  expect(limitSettings()).toEqual({
    cashierDiscountPercent: 0,
    refundAlone: 0,
    secondPersonFrom: 0,
    creditSecondPersonFrom: 0,
    safetyStockPerCashier: 0,
    safetyStockMost: 0,
    safetyStockHours: 1,
  })
})

test('the server has all of them', () => {
  adoptSnapshot({ revision: '1', shop, limits, staff, delivery } as Snapshot)
  expect([deliverySettings(), staffSettings(), limitSettings()]).toEqual([delivery, staff, limits])
})

test('a document gets revision and shop only, without a character that would end its script', () => {
  const name = '</script><b>'
  const text = writeSnapshot({ revision: '7', shop: { ...shop, name }, limits, staff } as Snapshot)
  expect(text).toBe('{"revision":"7","shop":{"name":"\\u003c/script>\\u003cb>"}}')
  expect(JSON.parse(text)).toEqual({ revision: '7', shop: { name } })
})
