import { expect, test } from 'vitest'
import { initialsOf, roleWords } from './customers.ts'

test.each([
  ['Chisomo Banda', 'CB'],
  ['  chisomo   van der Banda ', 'CV'],
  ['Chisomo', 'C'],
  ['éliane šeba', 'ÉŠ'],
  ['😀 smile', '😀S'],
  ['', 'U'],
  ['   ', 'U'],
  [null, 'U'],
])('%j is shown as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a role is read without its underscore', () => {
  expect(roleWords('super_admin')).toBe('super admin')
  expect(roleWords('cashier')).toBe('cashier')
})
