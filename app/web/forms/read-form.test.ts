import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import {
  readExact,
  readForm,
  readId,
  readRequest,
  readReturnLines,
  readText,
  readValues,
} from './read-form.ts'

const sent = (...fields: [string, string | Blob][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a text is trimmed, has plain line ends and is cut to its maximum length', () => {
  const form = sent(['note', '  One\r\ntwo  '], ['long', 'a'.repeat(6000)])
  expect(readText(form, 'note')).toBe('One\ntwo')
  expect(readText(form, 'note', 5)).toBe('One')
  expect(readText(form, 'long')).toHaveLength(5000)
})

test('a field sent several times has its last value, and a file or a missing value is a blank text', () => {
  const form = sent(['version', '1'], ['version', '2'], ['picture', new Blob(['bytes'])])
  expect(readValues(form, ['version', 'picture', 'missing'])).toEqual({
    version: '2',
    picture: '',
    missing: '',
  })
})

test('a password keeps the blanks around it', () => {
  expect(readExact(sent(['password', ' moyo wabwino ']), 'password')).toBe(' moyo wabwino ')
})

test('a form loses its null characters, which the database cannot store; no form is refused', async () => {
  const post = (body: FormData | string) =>
    new Request('http://shop.invalid', { method: 'POST', body })
  const form = await readForm(post(sent(['name', 'Chi\0somo'])))
  expect(readText(form, 'name')).toBe('Chisomo')
  await expect(readForm(post('no form'))).rejects.toMatchObject({ init: { status: 400 } })
})

test('an id and a request’s name are null when they are invalid', () => {
  const id = '0199b0a6-7a2c-7000-8000-000000000001'
  expect(readId(id)).toBe(id)
  expect(readId('')).toBeNull()
  expect(readRequest(sent(['request', 'press-1']))).toBe('press-1')
  expect(readRequest(sent(['request', 'a press']))).toBeNull()
  expect(readRequest(sent())).toBeNull()
})

test('an exchange for a size without a number of units is for one unit', () => {
  const form = new FormData()
  const [line, other, third] = [randomUUID(), randomUUID(), randomUUID()]
  const [size, color] = [randomUUID(), randomUUID()]
  form.set(`units:${line}`, '0')
  form.set(`wanted:${line}`, size)
  form.set(`units:${other}`, '2')
  form.set(`wanted:${other}`, color)
  form.set(`units:${third}`, '0')
  form.set(`wanted:${third}`, '')
  expect(readReturnLines(form)).toEqual([
    { lineId: other, units: 2, chosen: color },
    { lineId: line, units: 1, chosen: size },
  ])
})

test('the lines of a return are read in one pass, however many fields were sent', () => {
  const form = new FormData()
  for (let n = 0; n < 2000; n += 1) form.append(`units:${randomUUID()}`, '1')
  for (let n = 0; n < 2000; n += 1) form.append(`wanted:${randomUUID()}`, randomUUID())
  const lookUps = vi.spyOn(form, 'getAll')
  expect(readReturnLines(form)).toHaveLength(4000)
  expect(lookUps).not.toHaveBeenCalled()
})

test('a form of more fields than any screen has is refused', async () => {
  const form = (fields: number) =>
    new Request('http://shop.invalid', {
      method: 'POST',
      body: new URLSearchParams(Array.from({ length: fields }, (_, n) => [`a${n}`, '1'])),
    })
  await expect(readForm(form(10_001))).rejects.toMatchObject({ init: { status: 400 } })
  expect([...(await readForm(form(10_000)))]).toHaveLength(10_000)
})
