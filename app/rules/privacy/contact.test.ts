import { expect, test } from 'vitest'
import { readContact } from './contact.ts'

const LONGEST_EMAIL = `${'b'.repeat(248)}@mw.mw`

test('somebody without an account is found by email address, phone number or receipt, however it is typed', () => {
  for (const [typed, kind, value] of [
    [' Tiwonge@Example.MW ', 'email', 'tiwonge@example.mw'],
    [LONGEST_EMAIL, 'email', LONGEST_EMAIL],
    ['pos-2026-12 ', 'receipt', 'POS-2026-12'],
    ['0991 234 567', 'phone', '+265991234567'],
    ['+27 82 123 4567', 'phone', '+27821234567'],
  ])
    expect(readContact(typed as string)).toEqual({ kind, value })
})

test.each([
  '',
  ' ',
  'Tiwonge Banda',
  'tiwonge@',
  '@example.mw',
  'tiwonge banda@example.mw',
  'a@b@example.mw',
  'POS-26-12',
  '12345',
  `b${LONGEST_EMAIL}`,
])('“%s” is no contact of anybody', (typed) => {
  expect(readContact(typed)).toBeNull()
})
