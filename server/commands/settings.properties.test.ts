import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadSetting } from '../../app/platform/config.server.ts'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import { parseSettings } from './settings.ts'

const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
/** One row of text, with any characters that a password may have. */
const value = anyText(20).map((text) => text.replace(/[\r\n\u2028\u2029]/g, ''))

test('a setting in double quotes is read as it was meant, with any characters in its password', () =>
  holds(fc.array(fc.tuple(name, value), { maxLength: 4 }), (pairs) => {
    const text = pairs
      .map(([name, value]) => `${name}="${value.replace(/(["\\$`])/g, '\\$1')}"`)
      .join('\n')
    expect(parseSettings(`# of the shop\n\n${text}\n`, 'zovala.env')).toEqual(
      Object.fromEntries(pairs),
    )
  }))

test('a settings file is read, or refused with the number of the invalid row', () =>
  holds(anyText(60), (text) => {
    try {
      for (const [name, value] of Object.entries(parseSettings(text, 'zovala.env'))) {
        expect(name).toMatch(/^[A-Za-z_]\w*$/)
        expect(typeof value).toBe('string')
      }
    } catch (error) {
      expect(error).toBeInstanceOf(BadSetting)
      expect((error as Error).message).toMatch(/^Row \d+ of zovala\.env is no setting/)
    }
  }))
