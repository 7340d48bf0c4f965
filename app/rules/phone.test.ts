import { expect, test } from 'vitest'
import {
  chatLink,
  formatPhone,
  isCallable,
  phoneEnd,
  phoneEnds,
  phoneKey,
  phonePattern,
  phoneSpellings,
  readPhone,
} from './phone.ts'

test.each([
  '0991234567',
  '991234567',
  '+265991234567',
  '265 991 234 567',
  '+265 99 123-45-67',
  ' 0991 234 567 ',
  '00265 991 234 567',
  '+265 0991 234 567',
  '2650991234567',
])('%s is one and the same number', (text) => {
  expect(readPhone(text)).toBe('+265991234567')
})

test('a mobile number of Malawi is shown in groups, another one unchanged', () => {
  expect(formatPhone('+265991234567')).toBe('+265 991 234 567')
  for (const other of ['+27821234567', '+2659912345678', '+26599123456', 'Tel +265991234567'])
    expect(formatPhone(other)).toBe(other)
})

test('both networks of Malawi are recognized', () => {
  expect(readPhone('0881234567')).toBe('+265881234567')
  expect(readPhone('0891234567')).toBe('+265891234567')
  expect(readPhone('0981234567')).toBe('+265981234567')
})

test('a number of another country or a landline stays unchanged', () => {
  expect(readPhone('+27 82 123 4567')).toBe('+27821234567')
  expect(readPhone('01 871 234')).toBe('01871234')
})

test.each(['', '12345', '+', 'call me', '<b>0991234567</b>', '1234567890123456', '1'.repeat(5000)])(
  '%s is refused',
  (text) => {
    expect(readPhone(text)).toBeNull()
  },
)

test.each([
  '0991 234 567',
  '991234567',
  '+265 991 234 567',
  '00265 991 234 567',
  '+265 0991 234 567',
  '+265 212 345 678',
  '01 770 123',
  '+265 1 770 123',
  '+27 82 123 4567',
])('%s can be called', (text) => {
  expect(isCallable(text)).toBe(true)
})

test.each([
  '',
  'call me',
  '0999 201 81',
  '+265 999 201 81',
  '+265 999 201 8144',
  '0999 201 814 0888 201 814',
  '0000000',
  '0000000000',
  '+0000000000',
  '1234567',
  '27821234567',
  '+27 82',
  '+27 82 123',
  '+265 265 1234567',
])('%s cannot be called', (text) => {
  expect(isCallable(text)).toBe(false)
})

const WAYS = [
  [
    'a mobile',
    ['0991 234 567', '991234567', '+265 991 234 567', '00265991234567', '2650991234567'],
  ],
  [
    'a desk phone',
    ['01 770 123', '+265 1 770 123', '002651770123', '2651770123', '+265 01 770 123'],
  ],
  ['a number of another country', ['+27 82 123 4567', '0027821234567', '27821234567']],
] as const

test.each(WAYS)(
  '%s has one key, and is searched in every format in which it may be stored',
  (_, ways) => {
    expect(new Set(ways.map(phoneKey)).size).toBe(1)
    for (const asked of ways)
      for (const typed of ways) {
        expect(phoneSpellings(asked)).toContain(readPhone(typed))
        expect(phoneEnds(asked)).toContain(phoneEnd(typed))
        expect(typed.replaceAll(/\D/g, '')).toContain(phoneEnd(typed))
      }
  },
)

test.each(WAYS)(
  '%s is found in a text in every format, and not within a longer number',
  (_, ways) => {
    for (const asked of ways) {
      const pattern = new RegExp(phonePattern(asked) ?? '')
      for (const typed of ways) {
        const digits = typed.replaceAll(/[\s().-]/g, '')
        expect(`"${digits}"`).toMatch(pattern)
        expect(`9${digits.replace('+', '')}`).not.toMatch(pattern)
        expect(`${digits}9`).not.toMatch(pattern)
      }
    }
    expect(phonePattern('call me')).toBeNull()
  },
)

test('a key leaves out only the prefix of a number, and too few digits are no number of Malawi', () => {
  expect(phoneKey('27800123456')).toBe('27800123456')
  expect(phoneKey('+1 202 555 0123')).toBe('12025550123')
  expect(phoneKey('0123456')).toBe('0123456')
  expect(phoneSpellings('+49 2651 234567')).toEqual([
    '+492651234567',
    '00492651234567',
    '492651234567',
  ])
})

test('landlines of two countries with the same ending have two keys', () => {
  expect(phoneKey('01 770 123')).not.toBe(phoneKey('+260 1 770 123'))
  expect(phoneKey('call me')).toBeNull()
  expect(phoneSpellings('call me')).toEqual([])
})

test.each([
  ['+265991234567', '265991234567'],
  ['0027 82 123 4567', '27821234567'],
  ['01 770 123', '2651770123'],
  ['call me', ''],
  ['', ''],
  [null, ''],
])('the number %j opens WhatsApp for “%s”', (phone, digits) => {
  expect(chatLink('Hello, you & me', phone)).toBe(
    `https://wa.me/${digits}?text=Hello%2C%20you%20%26%20me`,
  )
})
