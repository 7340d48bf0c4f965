import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-passwords.server.ts'

const chisomo = { name: 'Chisomo Banda', email: 'c.banda77@example.com' }

test.each([
  '123456',
  'password',
  'PassWord',
  'qwerty',
  'letmein',
  'password123',
  'iloveyou',
  '111111',
  'zzzzzzz',
  '      ',
  'ababab',
  'zovala',
  'Zovala',
  'ZOVALA2026!',
  'c.banda77@example.com',
  'C.Banda77',
  'c.banda',
  'chisomo',
  'Chisomo99',
  'chisomo banda',
])('the password %j is easy to guess', async (password) => {
  expect(await isWeakPassword(password, chisomo)).toBe(true)
})

test.each(['zovala-demo', 'moyo wabwino', 'chinsinsi chatsopano', 'Banda sells maize', 'kt7#qa'])(
  'the password %j is not easy to guess',
  async (password) => {
    expect(await isWeakPassword(password, chisomo)).toBe(false)
  },
)

test('a person without a name may choose any other password', async () => {
  expect(await isWeakPassword('moyo wabwino', { name: '', email: '' })).toBe(false)
})
