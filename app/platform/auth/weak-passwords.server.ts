import { APIError } from 'better-auth/api'
import { authErrors } from '../../rules/messages/accounts/accounts.ts'
import { settings } from '../../rules/settings/settings.ts'

export const SHORTEST_PASSWORD = 6
export const LONGEST_PASSWORD = 128

type Person = { name: string; email: string }

// The 50,000 or so most common passwords, in lower case; read when the first password is chosen.
let common: Promise<Set<string>> | undefined
const readCommon = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ))

/** Drops the digits and signs at the end: to an attacker `Zovala2026!` is `zovala`. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}]+$/u, '')

/**
 * Whether a password is among the first that an attacker tries: a common one, one or two repeated characters, the
 * shop's name, or the person's own name or address.
 */
export async function isWeakPassword(password: string, { name, email }: Person): Promise<boolean> {
  const folded = password.toLowerCase()
  const [mailbox = ''] = email.split('@')
  const own = [settings().name, email, mailbox, name, ...name.split(/\s+/)]
    .flatMap((text) => [text.toLowerCase(), bare(text)])
    .filter((text) => text !== '')
  return (
    new Set(folded).size <= 2 ||
    own.includes(folded) ||
    own.includes(bare(password)) ||
    (await readCommon()).has(folded)
  )
}

/** Refuses a weak new password. The library refuses one that is too short or too long. */
export async function refuseWeakPassword(password: unknown, person: Person) {
  if (typeof password !== 'string' || password.length < SHORTEST_PASSWORD) return
  if (password.length > LONGEST_PASSWORD || !(await isWeakPassword(password, person))) return
  throw new APIError('BAD_REQUEST', {
    code: 'PASSWORD_TOO_COMMON',
    message: authErrors.PASSWORD_TOO_COMMON,
  })
}
