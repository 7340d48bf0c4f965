import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COURIERS, DELIVERY_DAYS, DISTRICTS, PICKUP_ID, ZONES } from '../../shop.ts'
import { formatDays, formatWeekdays } from '../messages/checkout/delivery.ts'
import { daysTo } from './delivery.ts'
import { arrivesOn, type Calendar, easterSunday, leavesOn } from './delivery-days.ts'

/** A time by the shop's clock, two hours ahead of UTC. */
const at = (time: string) => new Date(`${time}:00+02:00`)

test('an order is sent on its own day until the hour of the last dispatch', () => {
  expect(leavesOn(at('2026-11-24T13:59'))).toBe('2026-11-24')
  expect(leavesOn(at('2026-11-24T14:00'))).toBe('2026-11-25')
})

test('the day is that of the shop, even when it is still yesterday in London', () => {
  expect(leavesOn(at('2026-11-25T00:30'))).toBe('2026-11-25')
})

test('an order on a Saturday afternoon or a Sunday is sent on Monday', () => {
  expect(leavesOn(at('2026-11-28T13:00'))).toBe('2026-11-28')
  for (const time of ['2026-11-28T14:00', '2026-11-29T09:00', '2026-11-29T23:00'])
    expect(leavesOn(at(time)), time).toBe('2026-11-30')
})

test('nothing arrives on a Sunday', () => {
  expect(arrivesOn(at('2026-11-27T10:00'), [1, 2])).toEqual({
    from: '2026-11-28',
    to: '2026-11-30',
  })
})

test('Christmas and New Year are skipped', () => {
  expect(arrivesOn(at('2026-12-24T15:00'), [1, 3])).toEqual({
    // The second Christmas day is a Saturday, so that Monday is a holiday instead.
    from: '2026-12-30',
    to: '2027-01-02',
  })
  expect(arrivesOn(at('2026-12-31T10:00'), [1, 2])).toEqual({
    from: '2027-01-02',
    to: '2027-01-04',
  })
})

test.each([
  ['2008', '03-23'],
  ['2019', '04-21'],
  ['2025', '04-20'],
  ['2026', '04-05'],
  ['2027', '03-28'],
  ['2038', '04-25'],
  ['2049', '04-18'],
  ['2076', '04-19'],
])('Easter Sunday of %s is %s', (year, date) => {
  expect(easterSunday(Number(year))).toBe(`${year}-${date}`)
})

test('Good Friday, Easter Monday and Eid al-Fitr are skipped, and the Saturday between is not', () => {
  expect(arrivesOn(at('2027-03-25T15:00'), [0, 1])).toEqual({
    from: '2027-03-27',
    to: '2027-03-30',
  })
  expect(arrivesOn(at('2027-03-09T10:00'), [1, 1])).toMatchObject({ from: '2027-03-11' })
})

test('a public holiday on a weekend is moved to the next free weekday', () => {
  // Labour Day 2027 is a Saturday; Christmas 2027 a Saturday, the day after it a Sunday.
  expect(arrivesOn(at('2027-04-30T10:00'), [1, 1])).toMatchObject({ from: '2027-05-04' })
  expect(arrivesOn(at('2027-12-24T10:00'), [1, 1])).toMatchObject({ from: '2027-12-29' })
})

/** A calendar of one’s own: the holidays of a calendar are computed once. */
const ownCalendar = (change: Partial<Calendar>): Calendar => ({
  closedWeekdays: [],
  closedDates: [],
  closedAroundEaster: [],
  closedDays: [],
  sameDayUntilHour: 24,
  ...change,
})

test.each([
  // 2027: May 1 is a Saturday, December 25 a Saturday, and 2026: December 26 a Saturday, November 30 a Monday.
  ['2027-05-01', { closedDates: ['05-01'] }, '2027-05-02'],
  ['2027-05-03', { closedDates: ['05-01'] }, '2027-05-04'],
  ['2027-12-27', { closedDates: ['12-25', '12-26'] }, '2027-12-29'],
  ['2027-12-29', { closedDates: ['12-25', '12-26'] }, '2027-12-29'],
  ['2026-12-28', { closedDates: ['12-25', '12-26'] }, '2026-12-29'],
  ['2026-12-28', { closedDates: ['12-26'], closedDays: ['2026-12-28'] }, '2026-12-30'],
  ['2026-11-30', { closedDates: ['11-30'] }, '2026-12-01'],
  ['2026-12-01', { closedDates: ['11-30'] }, '2026-12-01'],
  ['2027-03-26', { closedAroundEaster: [-2, 1] }, '2027-03-27'],
  ['2027-03-29', { closedAroundEaster: [-2, 1] }, '2027-03-30'],
  ['2027-03-28', { closedAroundEaster: [-2, 1] }, '2027-03-28'],
  // A proclaimed day on a Saturday is not moved.
  ['2026-11-30', { closedDays: ['2026-11-28'] }, '2026-11-30'],
])('an order of %s leaves with %j on %s', (today, change, day) => {
  expect(leavesOn(at(`${today}T10:00`), ownCalendar(change))).toBe(day)
})

test('a pre-order leaves on its day, or the working day after it, and no earlier than the rest', () => {
  const closed = ownCalendar({ closedWeekdays: [0] })
  for (const [shipsFrom, from, to] of [
    [null, '2026-11-25', '2026-11-26'],
    ['2026-11-20', '2026-11-25', '2026-11-26'],
    ['2026-12-04', '2026-12-05', '2026-12-07'],
    ['2026-12-06', '2026-12-08', '2026-12-09'],
  ] as const)
    expect(arrivesOn(at('2026-11-24T10:00'), [1, 2], shipsFrom, closed)).toEqual({ from, to })
})

const days = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
const calendar: fc.Arbitrary<Calendar> = fc.record({
  // Never all seven days: a shop that never opens could promise no delivery.
  closedWeekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 }),
  // The fixed dates have tests of their own: a date on a weekend adds a second holiday.
  closedDates: fc.constant([]),
  closedAroundEaster: fc.constant([]),
  closedDays: fc.uniqueArray(
    fc.constantFrom('2026-01-01', '2027-02-28', '2028-02-29', '2029-07-06', '2030-12-31'),
  ),
  sameDayUntilHour: fc.integer({ min: 0, max: 24 }),
})
const time = fc.date({
  min: at('2026-01-01T00:00'),
  max: at('2032-12-31T00:00'),
  noInvalidDate: true,
})

test('a promised delivery is in the future, in order, on working days, and takes the courier’s number of them', () => {
  fc.assert(
    fc.property(time, days, calendar, (now, [fewest, most], calendar) => {
      const leaves = leavesOn(now, calendar)
      const { from, to } = arrivesOn(now, [fewest, most], null, calendar)
      const today = new Date(now.getTime() + 2 * 3_600_000).toISOString().slice(0, 10)
      expect(today <= leaves && leaves <= from && from <= to).toBe(true)
      const working = []
      for (let day = Date.parse(leaves); day <= Date.parse(to); day += 86_400_000) {
        const text = new Date(day).toISOString().slice(0, 10)
        if (
          !calendar.closedDays.includes(text) &&
          !calendar.closedWeekdays.includes(new Date(day).getUTCDay())
        )
          working.push(text)
      }
      expect([working[0], working[fewest], working[most]]).toEqual([leaves, from, to])
      expect(working).toHaveLength(most + 1)
    }),
  )
})

test('a later order is never promised an earlier arrival', () => {
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 500 }), days, (now, hours, days) => {
      const later = new Date(now.getTime() + hours * 3_600_000)
      expect(arrivesOn(now, days).from <= arrivesOn(later, days).from).toBe(true)
    }),
  )
})

test('days are shown with their dates, within a week by their names', () => {
  const range = { from: '2026-11-24', to: '2026-11-26' }
  expect(formatDays(range)).toBe('Tue 24 to Thu 26 Nov')
  expect(formatDays({ from: '2026-11-30', to: '2026-12-02' })).toBe('Mon 30 Nov to Wed 2 Dec')
  expect(formatDays({ from: '2026-11-24', to: '2026-11-24' })).toBe('Tue 24 Nov')
  expect(formatWeekdays(range, '2026-11-23')).toBe('Tue to Thu')
  expect(formatWeekdays({ ...range, to: range.from }, '2026-11-23')).toBe('Tue')
  expect(formatWeekdays({ from: '2026-11-28', to: '2026-11-30' }, '2026-11-23')).toBe(
    'Sat 28 to Mon 30 Nov',
  )
})

test('every district is in one zone, and every courier has its days for each zone', () => {
  expect(Object.values(ZONES).flat().sort()).toEqual([...DISTRICTS].sort())
  for (const courier of COURIERS.filter(({ id }) => id !== PICKUP_ID))
    for (const district of DISTRICTS) {
      const [fewest, most] = daysTo(courier, district) ?? [NaN, NaN]
      expect(fewest <= most && fewest >= 0, `${courier.id} to ${district}`).toBe(true)
    }
  expect(DELIVERY_DAYS.closedWeekdays.length).toBeLessThan(7)
})

test('a courier without days for a district’s zone does not deliver there', () => {
  expect(daysTo({ id: 'some', days: { town: [1, 1] } }, 'Blantyre')).toEqual([1, 1])
  expect(daysTo({ id: 'some', days: { town: [1, 1] } }, 'Likoma')).toBeNull()
  expect(daysTo({ id: 'some', days: { town: [1, 1] } }, 'Atlantis')).toBeNull()
})

test("an order for collection has the days of the shop's own town, or those set for its courier", () => {
  const ready = (days: Parameters<typeof daysTo>[0]['days']) =>
    daysTo({ id: PICKUP_ID, days }, 'Lilongwe')
  expect(ready({ south: [2, 2], centre: [1, 1], town: [0, 0] })).toEqual([0, 0])
  expect(ready({ south: [2, 2], centre: [1, 1] })).toEqual([1, 1])
  expect(ready({ south: [2, 2] })).toEqual([2, 2])
  expect(ready({})).toBeNull()
})
