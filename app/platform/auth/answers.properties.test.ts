import { APIError } from 'better-auth/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds, validText } from '../../../tests/support/properties/holds.ts'
import { anyReturnPath } from '../../../tests/support/properties/return-paths.ts'
import { LONGEST_PASSKEY_ANSWER } from '../../rules/accounts/passkeys.ts'
import {
  cutValues,
  keepInside,
  readCookie,
  readEmail,
  readName,
  refuseBrokenText,
} from './auth-fields.server.ts'
import { readCreated, readPasskeyId, readSigned } from './passkeys/read-answer.server.ts'
import { findTotpStep, makeTotpSecret, sealSecrets, totpCode, totpStep } from './totp.server.ts'

const refused = (act: () => unknown) => {
  try {
    act()
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(APIError)
    return true
  }
}

const SHOP = 'https://shop.invalid'
test('the page to open after a sign-in is one of the shop, or is refused', () =>
  holds(
    fc.tuple(fc.constantFrom('callbackURL', 'redirectTo', 'errorCallbackURL'), anyReturnPath(SHOP)),
    ([name, typed]) => {
      const fields: Record<string, unknown> = { [name]: typed }
      if (refused(() => keepInside(fields, SHOP, [SHOP]))) return
      const kept = String(fields[name])
      // As a browser reads it from any page of the shop.
      const led = new URL(kept, `${SHOP}/sign-in`)
      expect(led.origin).toBe(SHOP)
      expect(led.pathname.startsWith('//')).toBe(false)
      // A header takes it as it is.
      expect(kept).toMatch(/^[\x20-\x7e]*$/)
    },
    2000,
  ))

describe('the fields of a sign-in', () => {
  test('have no half characters and no null characters', () =>
    holds(
      fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.oneof(anyText(), fc.array(anyText(), { maxLength: 2 })),
      ),
      (fields) => {
        const texts = Object.values(fields).flat()
        const isBroken = texts.some((text) => text.includes('\0') || !text.isWellFormed())
        expect(refused(() => refuseBrokenText(fields))).toBe(isBroken)
      },
    ))

  test('have an address in lower case and a name, both of limited length', () =>
    holds(fc.tuple(anyText(300), fc.string({ maxLength: 300 })), ([name, email]) => {
      if (!refused(() => readName(name))) {
        expect(readName(readName(name))).toBe(name.trim())
        expect(name.trim().length >= 1 && name.trim().length <= 100).toBe(true)
      }
      const body: Record<string, unknown> = { email }
      if (refused(() => readEmail(body))) return
      expect(body['email']).toBe(email.trim().toLowerCase())
      expect(String(body['email']).length).toBeLessThanOrEqual(254)
    }))

  test('include the cookie with exactly its name, among any others', () =>
    holds(
      fc.array(
        fc.tuple(fc.constantFrom('a', 'aa', 'session', ' a'), fc.stringMatching(/^[\w=.%-]{0,8}$/)),
        {
          maxLength: 5,
        },
      ),
      (pairs) => {
        const cookie = pairs.map(([name, value]) => `${name}=${value}`).join('; ')
        const first = pairs.find(([name]) => name.trim() === 'a')
        expect(readCookie(new Headers({ cookie }), 'a')).toBe(first ? first[1] : null)
      },
    ))

  test('are not logged: the values of a failed query are cut off', () =>
    holds(validText(), (secret) => {
      expect(cutValues(`Failed query: select 1\nparams: ${secret}`)).toBe('Failed query: select 1')
    }))
})

describe('a passkey’s answer', () => {
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const clientData = fc.record({
    challenge: fc.oneof(fc.stringMatching(/^[\w-]{1,43}$/), fc.jsonValue()),
    crossOrigin: fc.constantFrom(false, true, undefined, 'false'),
  })
  const part = fc.oneof(fc.stringMatching(/^[\w-]{1,20}$/), anyText(10), fc.constant(null))

  test('has a challenge only when it is complete and was not made in another site’s frame', () =>
    holds(
      fc.record({
        id: part,
        type: fc.constantFrom('public-key', 'password'),
        data: clientData,
        signature: part,
        attestationObject: part,
      }),
      ({ id, type, data, signature, attestationObject }) => {
        const text = JSON.stringify({
          id,
          rawId: id,
          type,
          clientExtensionResults: { made: 'up' },
          response: {
            clientDataJSON: bytes(data),
            authenticatorData: 'AA',
            signature,
            attestationObject,
            transports: ['usb', 'telepathy'],
          },
        })
        const isText = (value: unknown) => typeof value === 'string' && /^[\w-]+$/.test(value)
        const isOwn = data.crossOrigin === false || data.crossOrigin === undefined
        const isGood =
          isText(id) && type === 'public-key' && isOwn && typeof data.challenge === 'string'
        const signed = readSigned(text)
        expect(signed?.challenge ?? null).toBe(isGood && isText(signature) ? data.challenge : null)
        const created = readCreated(text)
        expect(created?.challenge ?? null).toBe(
          isGood && isText(attestationObject) ? data.challenge : null,
        )
        expect(readPasskeyId(text) ?? null).toBe(created ? id : null)
        if (created) expect(created.answer.response.transports).toEqual(['usb'])
      },
      500,
    ))

  test('is refused for any other text, however long', () =>
    holds(
      fc.oneof(
        anyText(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        for (const sent of [text, text.padEnd(LONGEST_PASSKEY_ANSWER + 1)])
          expect([readSigned(sent), readCreated(sent)]).toEqual([null, null])
      },
    ))
})

describe('an authenticator app’s code', () => {
  const now = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  })

  test('works within one step of its time, once, and never after a later one', () =>
    holds(
      fc.tuple(now, fc.integer({ min: -3, max: 3 }), fc.integer({ min: -5, max: 1 })),
      ([at, off, last]) => {
        const secret = makeTotpSecret()
        const step = totpStep(at) + off
        const found = findTotpStep(secret, totpCode(secret, step), at, totpStep(at) + last)
        // Another step may have the same six digits by chance, one in a million: then it is that one.
        if (found !== step && found !== null)
          return expect(totpCode(secret, found)).toBe(totpCode(secret, step))
        expect(found).toBe(Math.abs(off) <= 1 && off > last ? step : null)
      },
      150,
    ))

  test('has a secret that only its own person and key can decrypt', () =>
    holds(
      fc.tuple(fc.uuid(), fc.uuid()),
      ([one, other]) => {
        const secret = makeTotpSecret()
        const seals = sealSecrets('a secret of the shop')
        const sealed = seals.seal(secret, one)
        expect(sealed).not.toContain(secret)
        expect(seals.open(sealed, one)).toBe(secret)
        if (one !== other) expect(seals.open(sealed, other)).toBeNull()
        expect(sealSecrets('another secret').open(sealed, one)).toBeNull()
      },
      60,
    ))
})
