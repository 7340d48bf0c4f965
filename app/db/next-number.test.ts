import { expect, test } from 'vitest'
import { beginOfNumbers } from './next-number.server.ts'

test('the numbers of a new year begin at midnight in the shop’s own time zone', () => {
  expect(beginOfNumbers('FSC', new Date('2026-12-31T21:59:59Z'))).toBe('FSC-2026-')
  expect(beginOfNumbers('FSC', new Date('2026-12-31T22:00:00Z'))).toBe('FSC-2027-')
})
