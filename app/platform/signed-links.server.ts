import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from './config.server.ts'

export type Secret = Pick<Config, 'sessionSecret'>

/** 192 bits: nobody guesses one. */
const KEY_LENGTH = 32

/** The key that a link carries to open what `text` names; another text has another one. */
export const signLink = ({ sessionSecret }: Secret, text: string) =>
  createHmac('sha256', sessionSecret).update(text).digest('base64url').slice(0, KEY_LENGTH)

/** Whether this is the key of `text`, compared in a time that tells nothing of it. */
export function isSigned(config: Secret, text: string, key: string): boolean {
  const own = Buffer.from(signLink(config, text))
  const given = Buffer.from(key)
  return given.length === own.length && timingSafeEqual(given, own)
}
