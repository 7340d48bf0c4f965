import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.server.ts'

export type Secret = Pick<Config, 'sessionSecret'>

/** 192 bits, which nobody can guess. */
const KEY_LENGTH = 32

/** The key in a link that opens what `text` names; each text has its own key. */
export const signLink = ({ sessionSecret }: Secret, text: string) =>
  createHmac('sha256', sessionSecret).update(text).digest('base64url').slice(0, KEY_LENGTH)

/** Whether this is the key of `text`; compares in constant time. */
export function isSigned(config: Secret, text: string, key: string): boolean {
  const own = Buffer.from(signLink(config, text))
  const given = Buffer.from(key)
  return given.length === own.length && timingSafeEqual(given, own)
}
