import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyText, holds, kwacha } from '../../tests/support/properties/holds.ts'
import { mergeEdits, sideBySide } from './conflict.ts'
import { formatClock, formatDate, formatStamp } from './dates.ts'
import { optionalText, readFields, textField } from './form-fields.ts'
import { keepSeconds, readLocalTime, writeLocalTime } from './local-time.ts'
import {
  formatAmount,
  formatKwacha,
  isWholeAmount,
  LARGEST_TOTAL,
  percentOf,
  percentOff,
  plainAmount,
  readAmount,
  shareOf,
} from './money.ts'
import { networkOf } from './network.ts'
import { readPhone } from './phone.ts'
import { isUuid } from './uuid.ts'

describe('money', () => {
  test('a formatted amount has all its digits, thousands separators and its sign in front', () =>
    holds(fc.integer({ min: -LARGEST_TOTAL, max: LARGEST_TOTAL }), (amount) => {
      const printed = formatKwacha(amount)
      expect(printed).toMatch(/^−?MK\u00a0\d{1,3}(,\d{3})*$/)
      expect(Number(printed.replace('−', '-').replace(/MK\u00a0|,/g, ''))).toBe(amount)
    }))

  test('a formatted amount that is typed is read back', () =>
    holds(kwacha(LARGEST_TOTAL), (amount) => {
      expect(plainAmount(formatAmount(amount))).toBe(String(amount))
      expect(plainAmount(` ${formatAmount(amount).replaceAll(',', ' ')} `).trim()).toBe(
        String(amount),
      )
      expect(readAmount(` ${formatAmount(amount)} `)).toBe(amount)
    }))

  test('a typed text is read as an amount only when it is made of digits and separators', () =>
    holds(anyText(), (text) => {
      const amount = readAmount(text)
      expect(amount === 0 || /^[\d,\s]+$/.test(text)).toBe(true)
    }))

  test('a typed text that is no amount stays unchanged, and no digit is added or lost', () =>
    holds(anyText(), (text) => {
      const plain = plainAmount(text)
      expect(plain === text || /^\d+$/.test(plain)).toBe(true)
      expect(plain.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
      expect(plainAmount(plain)).toBe(plain)
    }))

  test('a percentage is the exact share rounded half up, never more than the whole', () =>
    holds(
      fc.tuple(kwacha(LARGEST_TOTAL), fc.integer({ min: 0, max: 100 })),
      ([amount, percent]) => {
        const part = percentOf(amount, percent)
        expect(BigInt(part)).toBe((BigInt(amount) * BigInt(percent) + 50n) / 100n)
        expect(part).toBeLessThanOrEqual(amount)
        expect(Math.abs(part + percentOf(amount, 100 - percent) - amount)).toBeLessThanOrEqual(1)
      },
    ))

  test('a share is exact, however large the amounts are: the shares add up to the whole', () =>
    holds(
      fc.tuple(kwacha(LARGEST_TOTAL), kwacha(LARGEST_TOTAL), kwacha(LARGEST_TOTAL, 1)),
      ([amount, one, other]) => {
        const [part, whole] = [Math.min(one, other), Math.max(one, other)]
        const share = shareOf(amount, part, whole)
        const product = BigInt(amount) * BigInt(part)
        expect(BigInt(share) * BigInt(whole) <= product).toBe(true)
        expect(BigInt(share + 1) * BigInt(whole) > product).toBe(true)
        expect(shareOf(amount, whole, whole)).toBe(amount)
        expect(shareOf(amount, whole, whole, 'up')).toBe(amount)
        expect([share, share + 1]).toContain(shareOf(amount, part, whole, 'up'))
      },
    ))

  test('a badge shows between 0 and 100 percent, and nothing without a reduction', () =>
    holds(fc.tuple(kwacha(LARGEST_TOTAL), fc.option(kwacha(LARGEST_TOTAL))), ([price, before]) => {
      const off = percentOff(price, before)
      expect(off >= 0 && off <= 100 && Number.isInteger(off)).toBe(true)
      if (before === null || before <= price) expect(off).toBe(0)
    }))

  test('only whole numbers that can be added safely are amounts', () =>
    holds(fc.oneof(fc.double(), fc.anything()), (value) => {
      if (isWholeAmount(value)) expect(value >= 0 && value + 1 - 1 === value).toBe(true)
    }))
})

describe('phone numbers', () => {
  const typed = fc
    .tuple(
      fc.constantFrom('', '0', '265', '+265', '00265', '2650', '+2650'),
      fc.constantFrom('88', '89', '98', '99'),
      fc.stringMatching(/^\d{7}$/),
      fc.array(fc.tuple(fc.nat(12), fc.constantFrom(' ', '-', '.', '(', ')', '\u00a0')), {
        maxLength: 4,
      }),
    )
    .map(([prefix, network, rest, marks]) => {
      let text = prefix + network + rest
      for (const [at, mark] of marks) text = text.slice(0, at) + mark + text.slice(at)
      return { text, stored: `+265${network}${rest}` }
    })

  test('one mobile number is stored in one form, in whatever format it was typed', () =>
    holds(typed, ({ text, stored }) => expect(readPhone(text)).toBe(stored)))

  test('a stored number can be called, and is read back unchanged', () =>
    holds(
      fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...Array.from('0123456789+ -()')) })),
      (text) => {
        const stored = readPhone(text)
        if (stored === null) return
        expect(stored).toMatch(/^\+?\d{7,15}$/)
        expect(readPhone(stored)).toBe(stored)
        expect(text.replace(/\D/g, '').endsWith(stored.replace(/^\+(265)?/, '').slice(-7))).toBe(
          true,
        )
      },
    ))
})

describe('dates and times in the shop', () => {
  const minute = fc
    .date({
      min: new Date('2000-01-02T00:00Z'),
      max: new Date('2099-12-30T00:00Z'),
      noInvalidDate: true,
    })
    .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000))

  test('a time shown in a form is read back as the same minute', () =>
    holds(minute, (at) => {
      expect(readLocalTime(writeLocalTime(at))).toEqual(at)
      expect(formatStamp(at)).toBe(writeLocalTime(at).replace('T', ' '))
      expect(formatDate(at).slice(-4)).toBe(writeLocalTime(at).slice(0, 4))
      expect(writeLocalTime(at).endsWith(formatClock(at))).toBe(true)
    }))

  test('a text is read as a time that is shown as it was typed, or refused', () =>
    holds(
      fc.oneof(
        anyText(),
        fc
          .tuple(fc.nat(2199), fc.nat(19), fc.nat(39), fc.nat(29), fc.nat(69))
          .map(([y, ...rest]) => [
            String(y).padStart(4, '0'),
            ...rest.map((n) => String(n).padStart(2, '0')),
          ])
          .map(([y, m, d, h, min]) => `${y}-${m}-${d}T${h}:${min}`),
      ),
      (text) => {
        const at = readLocalTime(text)
        if (at) expect(writeLocalTime(at)).toBe(text.slice(0, 16))
      },
      1000,
    ))

  test('a form without seconds changes none', () =>
    holds(fc.tuple(minute, fc.nat(59_999), fc.option(minute)), ([at, ms, sent]) => {
      const stored = new Date(at.getTime() + ms)
      expect(keepSeconds(stored, at)).toBe(stored)
      const kept = keepSeconds(stored, sent)
      expect(writeLocalTime(kept)).toBe(writeLocalTime(sent))
    }))
})

describe('the network of an address', () => {
  const hex = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
  const eight = fc.array(hex, { minLength: 8, maxLength: 8 })

  test('is the same for all addresses of one connection, in any notation', () =>
    holds(fc.tuple(eight, eight), ([groups, others]) => {
      const line = groups.slice(0, 4)
      if (line.every((group) => group === '0')) return
      const network = networkOf(groups.join(':'))
      expect(network).toBe(`${line.join(':')}::`)
      expect(networkOf([...line, ...others.slice(4)].join(':'))).toBe(network)
      expect(networkOf(groups.map((group) => group.padStart(4, '0').toUpperCase()).join(':'))).toBe(
        network,
      )
      expect(networkOf(network)).toBe(network)
    }))

  test('is the address itself for IPv4, also when mapped into IPv6', () =>
    holds(fc.ipV4(), (address) => {
      expect(networkOf(address)).toBe(address)
      expect(networkOf(`::ffff:${address}`)).toBe(address)
    }))

  test('is found for every text, and is its own network', () =>
    holds(
      fc.oneof(
        anyText(),
        fc.ipV6(),
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef:.%')) }),
      ),
      (text) => {
        const network = networkOf(text)
        expect(networkOf(network)).toBe(network)
      },
    ))
})

describe('forms', () => {
  test('a text is accepted without surrounding blanks or refused as too long', () =>
    holds(anyText(), (text) => {
      const schema = z.object({ name: textField(10), note: optionalText(10) })
      const read = readFields(schema, { name: text, note: text })
      const trimmed = text.trim()
      // Counted as the database does: by characters, not by halves of surrogate pairs.
      expect(read.ok).toBe(Array.from(trimmed).length <= 10)
      if (read.ok) expect(read.edit).toEqual({ name: trimmed, note: trimmed || null })
    }))

  test('only a text in the format of an id is one', () =>
    holds(fc.oneof(anyText(), fc.uuid()), (text) => {
      expect(isUuid(text)).toBe(text.length === 36 && z.guid().safeParse(text).success)
    }))
})

describe('two edits of one form', () => {
  const values = fc
    .record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2), d: fc.nat(2) })
    .map(
      (one) =>
        Object.fromEntries(Object.entries(one).map(([k, v]) => [k, String(v)])) as Record<
          'a' | 'b' | 'c' | 'd',
          string
        >,
    )
  const edits = fc.record({ mine: values, theirs: values, loaded: fc.option(values) })

  test('keep what each editor alone has changed, and name what both have', () =>
    holds(edits, ({ mine, theirs, loaded }) => {
      const { merged, conflicting } = mergeEdits({ mine, theirs, loaded })
      for (const field of ['a', 'b', 'c', 'd'] as const) {
        const isMine = loaded === null || mine[field] !== loaded[field]
        const isTheirs = loaded === null || theirs[field] !== loaded[field]
        const differs = mine[field] !== theirs[field]
        expect(conflicting.includes(field)).toBe(isMine && isTheirs && differs)
        expect(merged[field]).toBe(isTheirs && !isMine ? theirs[field] : mine[field])
      }
      const labels = { a: 'A', b: 'B', c: 'C', d: 'D' }
      expect(sideBySide(labels, mine, theirs, conflicting)).toHaveLength(conflicting.length)
    }))

  test('never merge parts of fields that belong together', () =>
    holds(edits, ({ mine, theirs, loaded }) => {
      const { merged, conflicting } = mergeEdits({ mine, theirs, loaded }, [['a', 'b']])
      const pair = (one: typeof mine) => `${one.a} ${one.b}`
      expect([pair(mine), pair(theirs)]).toContain(pair(merged))
      expect(conflicting.includes('a')).toBe(conflicting.includes('b'))
    }))
})
