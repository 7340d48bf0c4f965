import { expect, test } from 'vitest'
import {
  findTotpStep,
  makeTotpSecret,
  sealSecrets,
  totpCode,
  totpStep,
  totpUri,
} from './totp.server.ts'

// RFC 6238, appendix B: its secret is `12345678901234567890`; the last six of its eight digits.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s, as in the standard', (second, code) => {
  expect(totpCode(SECRET, totpStep(new Date(second * 1000)))).toBe(code)
})

test('a code works one step early and one late, never two, and never twice', () => {
  const at = new Date(1_111_111_111_000)
  const now = totpStep(at)
  const find = (step: number, last = 0) => findTotpStep(SECRET, totpCode(SECRET, step), at, last)
  expect([now - 2, now - 1, now, now + 1, now + 2].map((step) => find(step))).toEqual([
    null,
    now - 1,
    now,
    now + 1,
    null,
  ])
  expect(find(now, now)).toBeNull()
  expect(find(now - 1, now)).toBeNull()
  expect(find(now + 1, now)).toBe(now + 1)
  expect(find(now, now + 1)).toBeNull()
})

test('a code used while the clock was a day ahead does not block sign-ins for that day', () => {
  const at = new Date(1_111_111_111_000)
  const now = totpStep(at)
  expect(findTotpStep(SECRET, totpCode(SECRET, now), at, now + 2880)).toBe(now)
})

test('a secret has 160 bits and can be decrypted only with its own key for its own person', () => {
  const secret = makeTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const sealed = sealSecrets('a key').seal(secret, 'chisomo')
  expect(sealed).not.toContain(secret)
  expect(sealSecrets('a key').open(sealed, 'chisomo')).toBe(secret)
  expect(sealSecrets('a key').open(sealed, 'mayeso')).toBeNull()
  expect(sealSecrets('another').open(sealed, 'chisomo')).toBeNull()
})

test('an authenticator app gets shop, person and secret', () => {
  expect(totpUri(SECRET, 'Zovala', 'a@b.mw')).toBe(
    `otpauth://totp/Zovala:a%40b.mw?secret=${SECRET}&issuer=Zovala`,
  )
})
