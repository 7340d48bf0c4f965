import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, kwacha } from '../../tests/support/properties/holds.ts'
import { differenceOf } from './audit/audit.ts'
import { LARGEST_PRICE } from './money.ts'
import { fillPlaceholders, placeholderNames, unknownPlaceholders } from './placeholders.ts'
import { LONGEST_DELIVERY_NOTE, stateOf } from './purchasing/deliveries.ts'
import { readDelivery, readShown, writeShown } from './purchasing/delivery-form.ts'
import { readSupplier, SUPPLIER_LONGEST, supplierValues } from './purchasing/supplier-form.ts'
import { differenceOfCount } from './stock/counts.ts'
import { countLabels, labelBars, MOST_LABELS } from './stock/labels.ts'
import { readAllowed, writeAllowed } from './stock/preorder-form.ts'
import { MOST_PREORDERS, preorderOf, shipsFrom } from './stock/preorders.ts'
import { MOST_UNITS } from './stock/stock-changes.ts'

describe('the input of staff', () => {
  test('in braces is filled in once if it is known, and listed if it is not', () =>
    holds(fc.tuple(anyText(), anyText()), ([text, name]) => {
      const known = { name: (one: string) => one, total: () => '{name}' }
      expect(fillPlaceholders('{name}{total}{other}', known, name)).toBe(`${name}{name}{other}`)
      expect(placeholderNames(known)).toEqual(['{name}', '{total}'])
      expect(unknownPlaceholders(`{name}${text.replaceAll(/[{}]/g, '')}{x}`, known)).toEqual([
        '{x}',
      ])
      if (!text.includes('{')) expect(fillPlaceholders(text, known, name)).toBe(text)
      if (unknownPlaceholders(text, known).length > 0)
        expect(fillPlaceholders(text, known, name)).toContain('{')
    }))

  const units = fc.oneof(fc.nat(MOST_UNITS + 5).map(String), fc.constantFrom('', ' 7 '), anyText(4))
  const cost = fc.oneof(
    kwacha(LARGEST_PRICE + 1).map(String),
    kwacha(LARGEST_PRICE).map((amount) => amount.toLocaleString('en-US')),
    fc.constantFrom('', '1e3', '-5', '0.5'),
    anyText(5),
  )

  test('of a delivery’s note comes back with all that was sent of it, and any other text counts as none', () =>
    holds(fc.tuple(fc.array(anyText(), { maxLength: 99 }), anyText()), ([texts, other]) => {
      expect(readShown(writeShown(texts))).toEqual(texts)
      expect(readShown(other).every((one) => typeof one === 'string')).toBe(true)
    }))

  test('of a delivery is whole units and whole kwacha, or refused with a message', () =>
    holds(
      fc.record({
        units: fc.array(fc.tuple(units, units), { maxLength: 3 }),
        costs: fc.array(fc.tuple(cost, cost), { maxLength: 2 }),
        note: fc.oneof(anyText(), fc.constant(`a${'👗'.repeat(LONGEST_DELIVERY_NOTE)}`)),
        day: fc.constantFrom('', '2026-11-30', '2026-02-30', 'soon', '2026-11-30T00:00'),
      }),
      ({ units, costs, note, day }) => {
        const typed = Object.fromEntries([
          ...units.flatMap(([now, was], at) => [
            [`n:${at}`, now],
            [`was:${at}`, was],
          ]),
          ...costs.flatMap(([now, was], at) => [
            [`cost:p${at}`, now],
            [`wascost:p${at}`, was],
          ]),
          ['note', note],
          ['expected_on', day],
        ]) as Record<string, string>
        const read = readDelivery(typed)
        if (!read.ok) return expect(read.error).not.toBe('')
        const { edit } = read
        expect([...edit.units.keys()]).toEqual(units.map((_, at) => at))
        for (const [at, { is, was }] of edit.units) {
          const text = units[at]?.[0].trim() ?? ''
          expect(is).toBe(Number(text))
          expect(Number.isInteger(is) && Number(is) >= 0 && Number(is) <= MOST_UNITS).toBe(true)
          expect(was === null || Number.isFinite(was)).toBe(true)
        }
        for (const [at, { is, was }] of [...edit.costs.values()].entries()) {
          const text = costs[at]?.[0].replace(/[,\s]/g, '') ?? ''
          expect(is).toBe(text === '' ? null : Number(text))
          expect(is === null || (Number.isInteger(is) && is >= 0 && is <= LARGEST_PRICE)).toBe(true)
          expect(was === null || Number.isFinite(was)).toBe(true)
        }
        expect(edit.expectedOn.is).toBe(day || null)
        expect(['', '2026-11-30']).toContain(day)
        expect(edit.note.is.length).toBeLessThanOrEqual(LONGEST_DELIVERY_NOTE)
        if (note.isWellFormed()) expect(edit.note.is.isWellFormed()).toBe(true)
      },
      600,
    ))

  test('of an expected delivery makes it received once all of it has arrived, and not before', () =>
    holds(
      fc.array(fc.record({ expected: fc.nat(5), received: fc.nat(6) }), { maxLength: 5 }),
      (lines) => {
        const state = stateOf(lines)
        const hasCome = lines.some(({ received }) => received > 0)
        const isExpected = lines.some(({ expected }) => expected > 0)
        const isAll = lines.every(({ expected, received }) => received >= expected)
        if (state === 'draft') expect(hasCome || isExpected).toBe(false)
        if (state === 'open') expect(isExpected && !hasCome).toBe(true)
        if (state === 'partly') expect(isExpected && hasCome && !isAll).toBe(true)
        if (state === 'received') expect(hasCome && isAll).toBe(true)
      },
    ))

  test('of an accepted supplier fits its columns, and is shown as it was read', () =>
    holds(
      fc.record({
        name: fc.oneof(anyText(), fc.string({ minLength: 98, maxLength: 103 })),
        phone: anyText(50),
        note: anyText(),
        isActive: fc.constantFrom('true', 'false', ''),
      }),
      (values) => {
        const read = readSupplier(values)
        if (!read.ok) return expect(Object.keys(read.errors).length).toBeGreaterThan(0)
        expect(read.edit.name).toBe(values.name.trim())
        expect(read.edit.name).not.toBe('')
        for (const field of ['name', 'phone', 'note'] as const)
          expect(Array.from(read.edit[field] ?? '').length).toBeLessThanOrEqual(
            SUPPLIER_LONGEST[field],
          )
        expect(readSupplier(supplierValues(read.edit))).toEqual(read)
      },
    ))

  test('of a pre-order is a number and a future day, or nothing', () =>
    holds(
      fc.record({
        limit: fc.oneof(fc.nat(1100).map(String), fc.constant(''), anyText(4)),
        from: fc.oneof(
          fc.constantFrom('', '2026-11-25', '2026-11-26', '2027-02-28', '2027-02-29', '2026-13-01'),
          anyText(10),
        ),
        isSeen: fc.boolean(),
      }),
      ({ limit, from, isSeen }) => {
        const seen = isSeen ? `${limit.trim()} ${from.trim()}` : ''
        const read = readAllowed({ limit, from, seen }, '2026-11-26')
        if (!read.ok) return expect(read.error).not.toBe('')
        const { allowed } = read
        if (allowed === null) return expect([limit.trim(), from.trim()]).toEqual(['', ''])
        expect(allowed.limit >= 1 && allowed.limit <= MOST_PREORDERS).toBe(true)
        expect(Number(limit)).toBe(allowed.limit)
        if (!isSeen) expect(allowed.from >= '2026-11-26').toBe(true)
        expect(new Date(`${allowed.from}T12:00Z`).toISOString().slice(0, 10)).toBe(allowed.from)
        const again = {
          limit: String(allowed.limit),
          from: allowed.from,
          seen: writeAllowed(allowed),
        }
        expect(readAllowed(again, '2027-12-31')).toEqual(read)
      },
    ))

  test('of pre-orders: an order is sent on their last day, and one without them at once', () =>
    holds(
      fc.array(
        fc.record({
          preorderFrom: fc.constantFrom(null, '2026-12-01', '2027-01-15'),
          preorderUnits: fc.nat(2),
        }),
      ),
      (lines) => {
        const days = lines.flatMap(({ preorderFrom }) => preorderFrom ?? [])
        expect(shipsFrom(lines)).toBe(days.toSorted().at(-1) ?? null)
        for (const one of lines)
          expect(preorderOf(one) !== null).toBe(one.preorderFrom !== null && one.preorderUnits > 0)
      },
    ))

  test('of labels is a number for each row, up to the printing limit', () =>
    holds(
      fc.tuple(
        fc.array(fc.oneof(fc.nat(1500).map(String), anyText(4)), { maxLength: 6 }),
        fc.nat(8),
      ),
      ([typed, rows]) => {
        const counts = countLabels(typed, rows)
        expect(counts).toHaveLength(rows)
        expect(counts.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(MOST_LABELS)
        counts.forEach((count, at) => {
          const text = typed[at]?.trim() ?? ''
          if (count > 0) expect(count).toBeLessThanOrEqual(Number(text))
          if (!/^\d+$/.test(text)) expect(count).toBe(0)
        })
        for (const text of typed)
          expect((labelBars(text) ?? []).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(130)
      },
    ))

  test('of a count makes the stock equal to the count, by its difference', () =>
    holds(fc.tuple(fc.nat(MOST_UNITS), fc.nat(MOST_UNITS)), ([counted, expected]) =>
      expect(expected + differenceOfCount({ counted, expected })).toBe(counted),
    ))

  test('is logged with the old values of what changed, and with nothing else', () =>
    holds(
      fc.tuple(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(fc.nat(2))),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(fc.nat(2))),
      ),
      ([before, after]) => {
        const facts = differenceOf(before, after)
        expect(Object.keys(facts.before ?? {})).toEqual(Object.keys(facts.after ?? {}))
        for (const field of ['a', 'b', 'c']) {
          const isSame = (before[field] ?? null) === (after[field] ?? null)
          expect(field in (facts.before ?? {})).toBe(!isSame)
          if (!isSame)
            expect([facts.before?.[field], facts.after?.[field]]).toEqual([
              before[field] ?? null,
              after[field] ?? null,
            ])
        }
        expect(differenceOf(null, after)).toEqual({ before: null, after })
      },
    ))
})
