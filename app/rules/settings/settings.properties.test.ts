import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha, validText } from '../../../tests/support/properties/holds.ts'
import { DISTRICTS, ZONE_NAMES } from '../../shop.ts'
import { formatAmount, LARGEST_AMOUNT } from '../money.ts'
import { readPhone } from '../phone.ts'
import { readCourier } from './courier-form.ts'
import { type CourierTexts, courierTexts, fieldOfZone } from './courier-texts.ts'
import { defaultGroups } from './default-settings.ts'
import { courierSchema } from './delivery-groups.ts'
import { type FormGroup, GROUP_FIELDS } from './group-fields.ts'
import { readGroup } from './group-form.ts'
import { groupTexts, readNumber } from './group-texts.ts'
import { GROUP_SCHEMAS } from './groups.ts'
import { loosened } from './loosened.ts'
import { writeSnapshot } from './settings.ts'
import { snapshotOf } from './snapshot-of.ts'

const GROUPS = Object.keys(GROUP_FIELDS) as FormGroup[]
const DEFAULTS = defaultGroups()
const text = fc.oneof(
  anyText(),
  fc.integer({ min: -2, max: 3000 }).map(String),
  kwacha(LARGEST_AMOUNT + 1).map((amount) => amount.toLocaleString('en-US')),
  fc.constantFrom(
    '',
    'true',
    'Sunday, sat',
    '12-25\n01-01',
    '2026-12-24',
    '-2, 1',
    'https://tiktok.com/@x',
    'YouTube: https://youtube.com/x',
    '+265 999 201 814\n0888 201 814',
    'Hello {shop}: {total}',
    '{nobody}',
    '4.5',
    '1e3',
    ...DISTRICTS.slice(0, 3),
    ...ZONE_NAMES,
  ),
)

describe('a group of settings', () => {
  test.each(GROUPS)('%s is read as stored, and shown as it was read', (group) => {
    const texts = groupTexts(group, DEFAULTS[group] as never)
    const read = readGroup(group, texts)
    expect(read).toEqual({ ok: true, edit: DEFAULTS[group] })
  })

  test.each(GROUPS)(
    '%s with any field changed is valid for its table, or refused by field',
    (group) => {
      const whole = groupTexts(group, DEFAULTS[group] as never)
      return holds(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(GROUP_FIELDS[group])), text), {
          minLength: 1,
          maxLength: 3,
        }),
        (typed) => {
          const read = readGroup(group, { ...whole, ...Object.fromEntries(typed) })
          if (!read.ok) {
            const fields = Object.keys(read.errors)
            expect(fields.length).toBeGreaterThan(0)
            for (const field of fields) expect(field in GROUP_FIELDS[group]).toBe(true)
            return
          }
          // The stored JSON parses to the same value, validates again, and gives the same form.
          const kept = JSON.stringify(read.edit)
          const again = GROUP_SCHEMAS[group].safeParse(JSON.parse(kept))
          expect(JSON.stringify(again.data)).toBe(kept)
          const shown = readGroup(group, groupTexts(group, read.edit as never))
          expect(JSON.stringify(shown)).toBe(JSON.stringify(read))
        },
        200,
      )
    },
  )

  test('reads a number with thousands separators, and refuses any other text', () =>
    holds(fc.oneof(kwacha(LARGEST_AMOUNT).map(formatAmount), text), (typed) => {
      const number = readNumber(typed)
      const digits = typed.trim()
      const plain = digits.replaceAll(',', '')
      if (formatAmount(Number(plain)) === digits || plain === digits)
        if (/^\d{1,15}$/.test(plain)) expect(number).toBe(Number(plain))
      if (digits === '') expect(number).toBeNull()
      if (number !== null && /[g-wyz]/i.test(digits.replace(/infinity/i, '')))
        expect(number).toBeNaN()
    }))
})

test('the shop’s contact accepts only numbers that can be called, and is read in an earlier release’s form', () => {
  const contact = { ...DEFAULTS.contact, phones: ['0999 201 81', '0888 201 814'] }
  expect(readGroup('contact', groupTexts('contact', contact))).toEqual({
    ok: false,
    errors: { phones: expect.stringContaining('0999 201 81 cannot be called') },
  })
  const both = { ...contact, supportPhone: '0999 201 81' }
  expect(GROUP_SCHEMAS.contact.parse(both)).toEqual(contact)
})

test('questions go to the first phone number, unless another one is set for them', () => {
  const phoneOf = (contact: typeof DEFAULTS.contact) =>
    snapshotOf('1', { ...DEFAULTS, contact }).shop.supportPhone
  const moved = { ...DEFAULTS.contact, phones: ['0888 000 111', '0999 000 111'] }
  expect(phoneOf(moved)).toBe('0888 000 111')
  expect(phoneOf({ ...moved, supportPhone: '0999 000 111' })).toBe('0999 000 111')
})

describe('a courier', () => {
  const days = fc.oneof(
    fc.constantFrom('', '1', '1-2', '3 – 5', '2-1', '-', '1-', '61', 'x', '1-2-3'),
    anyText(4),
  )
  const depot = fc.oneof(
    fc
      .tuple(fc.constantFrom(...DISTRICTS, 'Atlantis'), fc.array(validText(12), { maxLength: 4 }))
      .map(([district, parts]) => `${district}: ${parts.join(', ')}`),
    fc.constant('Zomba: CTS Zomba, M3 Road, Zomba'),
    anyText(20),
  )
  const typed: fc.Arbitrary<CourierTexts> = fc
    .record({
      name: fc.oneof(fc.constant('CTS Courier'), anyText(20)),
      price: fc.oneof(
        kwacha(LARGEST_AMOUNT + 1).map(String),
        fc.constantFrom('3,500', '', '1e3'),
        anyText(5),
      ),
      isActive: fc.constantFrom('true', 'false', ''),
      depots: fc.array(depot, { maxLength: 3 }).map((lines) => lines.join('\n')),
      zones: fc.tuple(...ZONE_NAMES.map(() => days)),
    })
    .map(({ zones, ...rest }) => ({
      ...rest,
      ...(Object.fromEntries(
        ZONE_NAMES.map((zone, at) => [fieldOfZone(zone), zones[at] ?? '']),
      ) as Record<ReturnType<typeof fieldOfZone>, string>),
    }))

  test('that is accepted is valid for its table, and is shown in its form unchanged', () =>
    holds(
      fc.tuple(typed, fc.constantFrom(null, 'cts')),
      ([texts, id]) => {
        const read = readCourier(texts, id)
        if (!read.ok) {
          const fields = Object.keys(read.errors)
          expect(fields.length).toBeGreaterThan(0)
          for (const field of fields) expect(field in courierTexts(null)).toBe(true)
          return
        }
        const { edit } = read
        const kept = JSON.stringify(edit)
        expect(JSON.stringify(courierSchema.safeParse(JSON.parse(kept)).data)).toBe(kept)
        expect(edit.id).toBe(id ?? edit.id)
        expect(Number.isSafeInteger(edit.price) && edit.price >= 0).toBe(true)
        for (const [fewest, most] of Object.values(edit.days))
          expect(fewest <= most && fewest >= 0 && most <= 60).toBe(true)
        expect(JSON.stringify(readCourier(courierTexts(edit), edit.id))).toBe(JSON.stringify(read))
      },
      600,
    ))

  test.each(DEFAULTS.couriers.couriers)('of the shop is read as stored: $name', (courier) => {
    expect(readCourier(courierTexts(courier), courier.id)).toEqual({ ok: true, edit: courier })
  })
})

describe('limits that let staff do more alone', () => {
  const limit = fc.option(kwacha(LARGEST_AMOUNT))
  const limits = fc
    .record({
      cashierDiscountPercent: fc.integer({ min: 0, max: 100 }),
      refundAlone: kwacha(LARGEST_AMOUNT),
      secondPersonFrom: limit,
      creditSecondPersonFrom: limit,
    })
    .map((some) => ({ ...DEFAULTS.limits, ...some }))

  test('are reported each time, and stricter or equal ones are not', () =>
    holds(fc.tuple(limits, limits), ([before, after]) => {
      const found = loosened(before, after)
      const back = loosened(after, before)
      // A change that loosens in one direction tightens in the other, and an equal value does neither.
      const both = [...found, ...back].map((one) => one.limit)
      expect(new Set(both).size).toBe(both.length)
      for (const field of [
        'cashierDiscountPercent',
        'refundAlone',
        'secondPersonFrom',
        'creditSecondPersonFrom',
      ] as const)
        expect(both.includes(field)).toBe(before[field] !== after[field])
      for (const { limit, from, to } of found) {
        expect([from, to]).toEqual([before[limit], after[limit]])
        expect(to === null || (from !== null && to > from)).toBe(true)
      }
      expect(loosened(before, before)).toEqual([])
    }))
})

test('the settings in a page cannot end its script, and have no limits of the staff', () =>
  holds(fc.tuple(validText(), validText()), ([name, tagline]) => {
    const snapshot = snapshotOf('1', {
      ...DEFAULTS,
      contact: { ...DEFAULTS.contact, name: `</script>${name}` },
      texts: { ...DEFAULTS.texts, tagline },
    })
    const text = writeSnapshot(snapshot)
    expect(text).not.toContain('<')
    const read = JSON.parse(text) as typeof snapshot
    expect(Object.keys(read).toSorted()).toEqual(['revision', 'shop'])
    expect(read.shop).toEqual(snapshot.shop)
    expect(readPhone(read.shop.supportPhone)).not.toBeNull()
  }))
