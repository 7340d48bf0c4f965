import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import { anyReturnPath } from '../../tests/support/properties/return-paths.ts'
import { REFUND_WAYS } from '../rules/refunds/refunds.ts'
import { readLink, readLinkAnswer } from './forms/link-answer.ts'
import { cleanForm, readExact, readReturnLines, readUnits, readValues } from './forms/read-form.ts'
import { readGiven } from './forms/read-given.ts'
import { readReturnPath } from './guards.ts'

const ORIGIN = 'https://shop.invalid'

test(
  'the return address after a sign-in is a page of the shop, as a browser reads it, or none',
  { tags: 'slow' },
  () =>
    holds(
      anyReturnPath(),
      (text) => {
        const path = readReturnPath(text)
        if (path === null) return
        const led = new URL(path, `${ORIGIN}/sign-in`)
        expect(led.origin).toBe(ORIGIN)
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
        // Reading the path again, as the next page that passes it on does, gives the same path.
        expect(readReturnPath(path)).toBe(path)
      },
      2000,
    ),
)

describe('a form', () => {
  const form = (pairs: readonly (readonly [string, string])[]) => {
    const made = new FormData()
    for (const [name, value] of pairs) made.append(name, value)
    return cleanForm(made)
  }
  const LINES = ['3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11', '9c1e77b0-4a2f-4f6e-8d0a-6f57c43f0e1c']
  const pairs = fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...LINES.flatMap((id) => [`units:${id}`, `wanted:${id}`])),
        fc.constantFrom(
          'units:',
          'units:x',
          'wanted:',
          'credit',
          'shift',
          'reference',
          'leave',
          'confirm',
          'List-Unsubscribe',
        ),
      ),
      fc.oneof(
        fc.integer({ min: -1, max: 3 }).map(String),
        fc.constantFrom(...LINES, '', 'One-Click', ' ref  1 ', '1e3'),
        anyText(8),
      ),
    ),
    { maxLength: 6 },
  )

  test('of a return names each line once, by id, with the size in exchange by id as well', () =>
    holds(pairs, (typed) => {
      const sent = form(typed)
      const lines = readReturnLines(sent)
      expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(lines.length)
      for (const { lineId, units, chosen } of lines) {
        expect(LINES).toContain(lineId)
        expect(units).not.toBe(0)
        if (chosen !== null) expect(z.uuid().safeParse(chosen).success).toBe(true)
      }
      const counted = readUnits(sent, 'units')
      expect(
        lines.slice(0, counted.length).map(({ lineId, units }) => ({ lineId, units })),
      ).toEqual(counted)
    }))

  test('of a refund has one way in which the money left, matching the chosen one, or none', () =>
    holds(
      fc.tuple(pairs, fc.constantFrom(null, 'none' as const, ...REFUND_WAYS)),
      ([typed, way]) => {
        const given = readGiven(form(typed), way)
        if (given === null) return
        expect(Object.keys(given)).toHaveLength(1)
        if ('shiftId' in given) {
          expect([null, 'cash']).toContain(way)
          expect(z.uuid().safeParse(given.shiftId).success).toBe(true)
        }
        if ('asCredit' in given) expect([null, 'credit']).toContain(way)
        if ('reference' in given) {
          expect(given.reference).toMatch(/^\S+( \S+)*$/)
          expect(['cash', 'wallet', 'credit']).not.toContain(way)
        }
      },
    ))

  test('of an email’s link answers one question, and an email program’s button only unsubscribes', () =>
    holds(
      fc.tuple(pairs, fc.constantFrom('', '?leave=t', '?confirm=t', '?leave=t&confirm=u')),
      ([typed, query]) => {
        const request = new Request(`${ORIGIN}/newsletter${query}`)
        const { confirm, leave } = readLink(request)
        expect(confirm !== null && leave !== null).toBe(false)
        const answer = readLinkAnswer(request, form(typed))
        if (answer === null) return
        expect(answer.token).not.toBe('')
        const names = typed.map(([name]) => name)
        if (answer.answer === 'confirmed') expect(names).toContain('confirm')
        else
          expect(names.includes('leave') || (answer.isOneClick && query.includes('leave'))).toBe(
            true,
          )
      },
    ))

  test('has texts that the database accepts, and a password with its blanks', () =>
    holds(anyText(60), (text) => {
      const sent = form([['name', text]])
      expect(readValues(sent, ['name', 'missing']).missing).toBe('')
      expect(readValues(sent, ['name']).name).not.toContain('\0')
      // A browser sends each line break as two characters, and no unpaired surrogates.
      const exact = readExact(sent, 'name')
      if (!/[\0\r\n]/.test(text)) expect(exact).toBe(text.toWellFormed())
    }))
})
