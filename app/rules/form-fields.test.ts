import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  errorsByField,
  optionalId,
  optionalMoment,
  optionalText,
  readFields,
  switchField,
  textField,
} from './form-fields.ts'

const schema = z.object({
  name: textField(5),
  note: optionalText(5),
  choice: optionalId('Choose one.'),
  at: optionalMoment,
  isOn: switchField,
})
const read = (change: Partial<Record<keyof z.input<typeof schema>, string>> = {}) =>
  readFields(schema, { name: 'a', note: '', choice: '', at: '', isOn: 'false', ...change })

test('a field missing from a form is read as empty', () => {
  expect(read({ note: ' ', at: ' ' })).toEqual({
    ok: true,
    edit: { name: 'a', note: null, choice: null, at: null, isOn: false },
  })
})

test('a typed field is read without surrounding blanks', () => {
  const choice = '0b3f6f0a-5f0e-4d5b-9a53-2f1c7f6f5b11'
  const typed = { name: ' 12345 ', note: ' b ', choice, at: ' 2026-11-20T08:00 ', isOn: 'true' }
  expect(read(typed)).toEqual({
    ok: true,
    edit: { name: '12345', note: 'b', choice, at: new Date('2026-11-20T06:00Z'), isOn: true },
  })
})

test('each invalid field has a message', () => {
  expect(read({ name: '123456', note: '123456', choice: 'x', at: 'soon' })).toEqual({
    ok: false,
    errors: {
      name: 'Please use at most 5 characters.',
      note: 'Please use at most 5 characters.',
      choice: 'Choose one.',
      at: 'Please choose a day and a time.',
    },
  })
})

test("a field with several errors has the first one's message, under its name in the form", () => {
  const twice = z.object({ a: z.string().min(2, 'Longer.').startsWith('x', 'With an x.') })
  const { error } = twice.safeParse({ a: '' })
  expect(errorsByField(error)).toEqual({ a: 'Longer.' })
  expect(errorsByField(error, (path) => `field-${path.join('.')}`)).toEqual({
    'field-a': 'Longer.',
  })
  expect(errorsByField(undefined)).toEqual({})
})
