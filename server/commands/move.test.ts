import { expect, test, vi } from 'vitest'
import { expectConsoleError } from '../../tests/support/strict-console.ts'
import { run } from './move.ts'

test.each([
  'postgresql://zovala:secret@db.example/zovala',
  'postgresql://zovala:sec/ret@db.example/zovala',
  'postgresql://:secret@db.example/zovala',
  'postgresql://zovala@db.example/zovala?sslmode=verify-full&password=secret',
])(
  'an address with a password is refused as an argument of a move, without repeating it: %s',
  async (url) => {
    const errors = expectConsoleError()
    expect(await run([url])).toBe(1)
    const text = JSON.stringify(errors)
    expect(text).toContain('stands in the shell’s history')
    expect(text).not.toContain('secret')
  },
)

test.each([
  'postgresql://zovala@db.example:5432/zovala',
  'postgresql://db.example:5432/zovala',
  'postgresql:///zovala?host=/var/run/postgresql',
])('an address without a password may be an argument of a move: %s', async (url) => {
  const errors = expectConsoleError()
  vi.stubEnv('DATA_DIR', '/nowhere')
  expect(await run([url])).toBe(1)
  expect(JSON.stringify(errors)).not.toContain('history')
})
