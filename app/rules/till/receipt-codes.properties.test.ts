import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import {
  addressOfLabels,
  cutLabels,
  MOST_LABEL_VARIANTS,
  readLabelCounts,
  withoutLabels,
} from './label-counts.ts'
import { readReceiptCode, receiptCodeOf } from './receipt-code.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
describe('the code on a receipt', () => {
  test('is read as the end of its id, in whatever form it was typed', () =>
    holds(
      fc.tuple(fc.uuid(), fc.boolean(), fc.constantFrom('', ' ', '.', '–')),
      ([id, isBig, mark]) => {
        const code = receiptCodeOf(id)
        expect(code).toMatch(/^([0-9A-F]{4}-){2}[0-9A-F]{4}$/)
        const end = id.replaceAll('-', '').slice(-12)
        const typed = (code ?? '').replaceAll('-', mark).replaceAll('0', 'o').replaceAll('1', 'l')
        expect(readReceiptCode(isBig ? typed.toUpperCase() : typed)).toBe(end)
        // An id with a suffix, such as that of a sale's return, has the same code.
        expect(receiptCodeOf(`${id}:exchange`)).toBe(code)
      },
    ))

  test('is twelve characters, or none for any other text', () =>
    holds(
      fc.oneof(
        anyText(),
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefoil -.')) }),
      ),
      (text) => {
        expect(readReceiptCode(text) ?? '0'.repeat(12)).toMatch(/^[0-9a-f]{12}$/)
        const made = receiptCodeOf(text)
        if (made !== null) expect(readReceiptCode(made)).toMatch(/^[0-9a-f]{12}$/)
      },
    ))
})

describe('the labels requested by a URL', () => {
  const asked = fc
    .array(fc.tuple(fc.uuid(), fc.integer({ min: 1, max: 9999 })), { maxLength: 85 })
    .map((pairs) => new Map(pairs))

  test('are read back as they were written, up to the limit of a URL', () =>
    holds(
      asked,
      (labels) => {
        const hash = addressOfLabels(labels).replace('/admin/pos', '')
        expect([...readLabelCounts(hash)]).toEqual([...labels].slice(0, MOST_LABEL_VARIANTS))
      },
      100,
    ))

  test('are none for any other text, and no number is below one', () =>
    holds(fc.tuple(anyText(60), fc.boolean()), ([text, isNamed]) => {
      const read = readLabelCounts(isNamed ? `#labels=${text}` : text)
      if (!isNamed && !text.startsWith('#labels=')) expect(read.size).toBe(0)
      for (const [id, count] of read)
        expect(/^[0-9a-f-]{36}$/.test(id) && count >= 1 && count <= 9999).toBe(true)
    }))

  test('are printed in turns up to the limit, each as often as requested', () =>
    holds(
      fc.tuple(asked, fc.integer({ min: 1, max: 3000 })),
      ([labels, most]) => {
        const now = cutLabels(labels, most)
        const left = withoutLabels(labels, now)
        const all = sum([...labels.values()])
        expect(sum([...now.values()])).toBe(Math.min(all, most))
        expect(sum([...now.values()]) + sum([...left.values()])).toBe(all)
        for (const [id, count] of left) expect(count).toBeLessThanOrEqual(labels.get(id) ?? 0)
      },
      100,
    ))
})
