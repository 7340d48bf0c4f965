import fc from 'fast-check'
import { createCookie } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { anyText, holds, validText } from '../../tests/support/properties/holds.ts'
import { untameCell } from '../rules/csv-cells.ts'
import { readForm, readId, readRequest, readSubject, readText } from './forms/read-form.ts'
import { csvPhone, csvResponse } from './lists/csv.ts'
import { listPath, readAfter, readDay, readFilter, readListAddress } from './lists/list-query.ts'
import { readJson } from './responses.ts'

/** A CSV as a spreadsheet reads it (RFC 4180). */
function readCsv(text: string) {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (char === '"' && cell === '') isQuoted = true
    else if (char === ',') {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (char === '\r' && text[at + 1] === '\n') {
      at += 1
      rows.at(-1)?.push(cell)
      rows.push([])
      cell = ''
    } else cell += char
  }
  return rows.slice(0, -1)
}

test('a spreadsheet file has the written values, and no cell starts a formula', () => {
  const cell = fc.oneof(
    validText(),
    fc.integer(),
    fc.constant(null),
    fc.constantFrom('=1+1', '+265 99', '-', '@A', '"', '""', ',', '\r\n=1', ';=1'),
  )
  return holds(fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }), async (rows) => {
    async function* pages() {
      yield rows
    }
    const columns = [0, 1, 2].map(
      (at) => [`c${at}`, (row: (string | number | null)[]) => row[at] ?? null] as const,
    )
    const [heading, ...read] = readCsv(await csvResponse('a.csv', columns, pages()).text())
    expect(heading).toEqual(['c0', 'c1', 'c2'])
    expect(read.map((row) => row.map(untameCell))).toEqual(
      rows.map((row) => row.map((one) => String(one ?? ''))),
    )
    read.forEach((row, y) =>
      row.forEach((one, x) => {
        if (typeof rows[y]?.[x] === 'string') expect(one).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
      }),
    )
  })
})

test('a phone number in a spreadsheet file has its digits and no sign in front', () =>
  holds(fc.option(fc.oneof(anyText(), fc.stringMatching(/^\+265\d{9}$/))), (phone) => {
    const cell = csvPhone(phone)
    if (phone !== null) expect(cell?.replace(/\D/g, '')).toBe(phone.replace(/\D/g, ''))
    if (phone?.startsWith('+265')) expect(cell).toMatch(/^265 \d{3} \d{3} \d{3}$/)
    if (phone !== null) expect(cell).not.toMatch(/^\d{12}/)
  }))

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('search', 'sort', 'after', 'status', 'day', 'edit', '_routes'),
      fc.oneof(anyText(120), fc.constantFrom('-total', 'total', '-placed', '--total', 'open')),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => new Request(`http://shop.invalid/admin/orders?${new URLSearchParams(pairs)}`))

test('a back office list opens for every URL, with one of its sorts and a text that the database accepts', () =>
  holds(query, (request) => {
    const { search, sort, direction } = readListAddress(request, ['-placed', 'total'])
    expect(['placed', 'total']).toContain(sort)
    expect(['asc', 'desc']).toContain(direction)
    expect(search.length).toBeLessThanOrEqual(100)
    expect(search.isWellFormed() && !search.includes('\0')).toBe(true)
    const again = new Request(
      `http://shop.invalid/?${new URLSearchParams({ search, sort: direction === 'desc' ? `-${sort}` : sort })}`,
    )
    expect(readListAddress(again, ['-placed', 'total'])).toMatchObject({ search, sort, direction })
    expect([null, 'open', 'done']).toContain(readFilter(request, 'status', ['open', 'done']))
    expect(readListAddress(request, ['total']).after).toBe(readAfter(request))
    const path = listPath(request, '/admin/orders', ['edit'])
    expect(path.startsWith('/admin/orders')).toBe(true)
    expect(path).not.toMatch(/[?&](edit|_routes)=/)
  }))

test('a day in a URL is a calendar day, or none', () =>
  holds(
    fc.oneof(
      anyText(),
      fc
        .tuple(fc.integer({ min: 1990, max: 2110 }), fc.nat(14), fc.nat(33))
        .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`),
    ),
    (text) => {
      const day = readDay(
        new Request(`http://shop.invalid/?${new URLSearchParams({ day: text })}`),
        'day',
      )
      if (day !== null)
        expect([day, new Date(`${day}T12:00:00Z`).toISOString().slice(0, 10)]).toEqual([text, text])
    },
    500,
  ))

test('a form is read as texts that the database accepts, trimmed and limited, and its id is valid', () =>
  holds(
    fc.array(
      fc.tuple(
        fc.constantFrom('name', 'id', 'version', 'request'),
        fc.oneof(anyText(60), fc.uuid(), fc.integer().map(String)),
      ),
      { maxLength: 6 },
    ),
    async (pairs) => {
      const form = await readForm(
        new Request('http://shop.invalid', { method: 'POST', body: new URLSearchParams(pairs) }),
      )
      const name = readText(form, 'name', 20)
      expect(name.trim()).toBe(name)
      expect(name.length).toBeLessThanOrEqual(20)
      expect(name.isWellFormed() && !/\0|\r\n/.test(name)).toBe(true)
      const id = readId(readText(form, 'id'))
      if (id !== null) expect(z.uuid().safeParse(id).success).toBe(true)
      expect(readRequest(form) ?? 'none').toMatch(/^[\w-]{1,60}$/)
      const subject = readSubject(form)
      if (subject)
        expect(
          Number.isInteger(subject.version) &&
            subject.version > 0 &&
            subject.version <= 2_000_000_000,
        ).toBe(true)
    },
  ))

test('a JSON body is read with texts that the database accepts, or refused as invalid', () =>
  holds(
    fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      anyText(),
      fc.record({ name: anyText() }).map((value) => JSON.stringify(value)),
    ),
    async (body) => {
      const read = await readJson(
        new Request('http://shop.invalid', { method: 'POST', body }),
        z.object({ name: z.string() }),
      )
      if (read.ok)
        expect(read.body.name.isWellFormed() && !read.body.name.includes('\0')).toBe(true)
      else expect(read.message).not.toBe('')
    },
  ))

test('a signed cookie is read with the key that signed it, and a changed one is not', () => {
  const cookie = createCookie('zovala.wanted', { secrets: ['a secret of the shop'] })
  const value = fc.record({ variantId: fc.uuid(), text: validText() })
  return holds(
    fc.tuple(value, fc.nat(200), anyText(20)),
    async ([one, at, header]) => {
      const [sent = ''] = (await cookie.serialize(one)).split(';')
      expect(await cookie.parse(sent)).toEqual(one)
      const place = 'zovala.wanted='.length + (at % (sent.length - 'zovala.wanted='.length))
      const changed =
        sent.slice(0, place) + (sent[place] === 'A' ? 'B' : 'A') + sent.slice(place + 1)
      expect(await cookie.parse(changed)).not.toEqual({ ...one, variantId: 'other' })
      const read = (await cookie.parse(changed)) as unknown
      // Only unused bits at the end of the signature may change without effect.
      if (read !== null) expect(read).toEqual(one)
      expect(await cookie.parse(`zovala.wanted=${header.replace(/[^\x20-\x7e]/g, '')}`)).toBeFalsy()
    },
    100,
  )
})
