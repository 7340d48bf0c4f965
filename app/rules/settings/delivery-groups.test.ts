import { expect, test } from 'vitest'
import { settingErrors } from '../messages/settings/settings.ts'
import { defaultGroups } from './default-settings.ts'
import {
  areaSchema,
  calendarSchema,
  courierList,
  courierSchema,
  isPickupId,
} from './delivery-groups.ts'

type Schema = { safeParse: (value: unknown) => { error?: { issues: Issue[] } | undefined } }
type Issue = { path: PropertyKey[]; message: string }
/** The paths of what a schema refuses, each with its message. */
const refused = (schema: Schema, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

const { areas, calendar } = defaultGroups()
const courier = {
  id: 'speed-1',
  name: 'Speed',
  price: 0,
  days: { town: [0, 60] },
  depots: { Blantyre: [['Depot', 'Victoria Avenue 1', 'Blantyre']] },
  isActive: true,
}
const depots = (count: number) => ({
  Blantyre: Array.from({ length: count }, () => ['a', 'b', 'c']),
})
const long = (length: number) => 'x'.repeat(length)

test.each([
  [{}],
  [{ id: long(40), name: long(60), price: 1_000_000_000, isActive: false }],
  [{ days: {}, depots: {} }],
  [{ days: { town: [2, 2] }, depots: depots(20) }],
  [{ depots: { Blantyre: [[long(60), long(120), long(60)]] } }],
])('a courier with %j is accepted', (part) => {
  expect(refused(courierSchema, { ...courier, ...part })).toEqual([])
})

test.each([
  [{ id: '' }, /^id:/],
  [{ id: long(41) }, /^id:/],
  [{ id: 'Speed 1' }, /^id:/],
  [{ id: '-', name: long(61) }, /^name:/],
  [{ name: ' ' }, /^name: Please fill/],
  [{ price: -1 }, /^price:/],
  [{ price: 1_000_000_001 }, /^price:/],
  [{ days: { moon: [1, 2] } }, /^days/],
  [{ days: { town: [3, 2] } }, /^days\.town: Please type working days/],
  [{ days: { town: [0, 61] } }, /^days\.town\.1:/],
  [{ days: { town: [-1, 2] } }, /^days\.town\.0:/],
  [{ days: { town: [1, 2, 3] } }, /^days\.town: Please type working days/],
  [{ days: { town: [1] } }, /^days\.town/],
  [{ depots: { Harare: [] } }, /Please begin each line with a district/],
  [{ depots: depots(21) }, /^depots\.Blantyre/],
  [{ depots: { Blantyre: ['x'] } }, /Please type one depot/],
  [{ depots: { Blantyre: [[long(61), 'b', 'c']] } }, /^depots\.Blantyre\.0\.0/],
  [{ depots: { Blantyre: [['a', long(121), 'c']] } }, /^depots\.Blantyre\.0\.1/],
  [{ depots: { Blantyre: [['a', 'b', long(61)]] } }, /^depots\.Blantyre\.0\.2/],
  [{ isActive: 'true' }, /^isActive/],
])('a courier with %j is refused', (part, message) => {
  expect(refused(courierSchema, { ...courier, ...part })).toEqual([expect.stringMatching(message)])
})

test('a shop has 1 to 30 couriers, each with its own id and its own name', () => {
  const numbered = (count: number, part = {}) =>
    Array.from({ length: count }, (_, n) => ({ ...courier, id: `c${n}`, name: `C ${n}`, ...part }))
  const accepted = (couriers: unknown) => courierList.safeParse({ couriers }).success
  expect([1, 2, 30].map((count) => accepted(numbered(count)))).toEqual([true, true, true])
  expect([0, 31].map((count) => accepted(numbered(count)))).toEqual([false, false])
  expect(accepted(numbered(2, { id: 'c' }))).toBe(false)
  expect(accepted(numbered(2, { name: 'C' }))).toBe(false)
  expect(['pickup', 'speed-1', ''].map(isPickupId)).toEqual([true, false, false])
})

test.each([
  [{}, []],
  [{ Likoma: null, Zomba: 'island' }, []],
  [{ Zomba: 'moon' }, [`Zomba: ${settingErrors['no-zone']}`]],
  [{ shopDistrict: 'Harare' }, [`shopDistrict: ${settingErrors['district-off']}`]],
  [{ [areas.shopDistrict]: null }, [`shopDistrict: ${settingErrors['district-off']}`]],
])('areas with %j: %j', (part, messages) => {
  expect(refused(areaSchema, { ...areas, ...part })).toEqual(messages)
})

const noWeekday = settingErrors['no-weekday']
const days = (count: number, day: string) => Array.from({ length: count }, () => day)
test.each([
  [{ closedWeekdays: [0, 6], sameDayUntilHour: 0 }, []],
  [{ closedWeekdays: [0, 1, 2, 3, 4, 5], sameDayUntilHour: 24 }, []],
  [{ closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }, [`closedWeekdays: ${settingErrors['no-open-day']}`]],
  [{ closedWeekdays: ['x'] }, [`closedWeekdays.0: ${noWeekday}`]],
  [{ closedWeekdays: [7] }, [`closedWeekdays.0: ${noWeekday}`]],
  [{ closedWeekdays: [-1] }, [expect.stringMatching(/^closedWeekdays\.0/)]],
  [{ closedWeekdays: [1.5] }, [expect.stringMatching(/^closedWeekdays\.0/)]],
  [{ closedDates: ['02-29', '12-31', ' 01-01 '] }, []],
  [{ closedDates: [], closedDays: [], closedAroundEaster: [] }, []],
  ...['02-30', '13-01', '1-1', '12-5', '1x-01', '01-1x', '12', '012-25', '12-255'].map((date) => [
    { closedDates: [date] },
    [`closedDates.0: ${settingErrors['no-date']}`],
  ]),
  [{ closedDates: days(60, '12-25') }, []],
  [
    { closedDates: days(61, '12-25') },
    [`closedDates: ${settingErrors['too-many-lines']({ most: 60 })}`],
  ],
  [{ closedDays: ['2028-02-29', ' 1999-12-31 '] }, []],
  ...[
    '2027-02-29',
    '2027-13-01',
    '2027-1-01',
    '2027-01-1',
    '27-01-01',
    '2027',
    '2027-01',
    '12027-03-10',
    '2027-03-100',
    '+012027-03',
  ].map((day) => [{ closedDays: [day] }, [`closedDays.0: ${settingErrors['no-day']}`]]),
  [{ closedDays: days(60, '2027-03-10') }, []],
  [
    { closedDays: days(61, '2027-03-10') },
    [`closedDays: ${settingErrors['too-many-lines']({ most: 60 })}`],
  ],
  [{ closedAroundEaster: [-60, 60] }, []],
  [{ closedAroundEaster: [-61] }, [expect.stringMatching(/^closedAroundEaster\.0/)]],
  [{ closedAroundEaster: [61] }, [expect.stringMatching(/^closedAroundEaster\.0/)]],
  [{ closedAroundEaster: Array(10).fill(1) }, []],
  [
    { closedAroundEaster: Array(11).fill(1) },
    [`closedAroundEaster: ${settingErrors['too-many-lines']({ most: 10 })}`],
  ],
  [{ sameDayUntilHour: 25 }, [expect.stringMatching(/^sameDayUntilHour/)]],
  [{ sameDayUntilHour: -1 }, [expect.stringMatching(/^sameDayUntilHour/)]],
] as [object, unknown][])('a calendar with %j: %j', (part, messages) => {
  expect(refused(calendarSchema, { ...calendar, ...part })).toEqual(messages)
})
