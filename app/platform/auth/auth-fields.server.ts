import { APIError, getIP } from 'better-auth/api'
import { LONGEST_EMAIL, LONGEST_NAME } from '../../rules/accounts/longest.ts'
import { authFieldErrors } from '../../rules/messages/accounts/accounts.ts'

/** The header in which our own server passes the customer's network on; never trusted from outside. */
export const IP_HEADER = 'x-zovala-ip'
// Where the library leads a browser afterwards.
const WAYS_ON = ['callbackURL', 'redirectTo', 'newUserCallbackURL', 'errorCallbackURL']

export type Fields = Record<string, unknown>

/** The fields of a body or query as it was sent; null for anything else. */
export const readFields = (sent: unknown) =>
  sent !== null && typeof sent === 'object' ? (sent as Fields) : null

/** Refuses what PostgreSQL cannot store: null characters and lone surrogates. */
export function refuseBrokenText(fields: Fields | null) {
  for (const value of Object.values(fields ?? {}).flat())
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new APIError('BAD_REQUEST', {
        message: authFieldErrors['bad-text'],
      })
}

/**
 * Refuses redirects to another site: `/.//elsewhere` looks like a path, but a browser resolves it to `//elsewhere`.
 * The others are written as encoded URLs, because a header takes no characters beyond Latin-1.
 */
export function keepInside(fields: Fields | null, baseUrl: string, origins: string[]) {
  for (const name of WAYS_ON) {
    for (const value of [fields?.[name]].flat()) {
      if (value === undefined || value === null) continue
      const way = typeof value === 'string' ? value : ''
      const url = way ? URL.parse(way, baseUrl) : null
      if (!fields || !url || !origins.includes(url.origin) || !/^\/(?!\/)/.test(url.pathname))
        throw new APIError('BAD_REQUEST', { message: authFieldErrors['leads-away'] })
      if (fields[name] === value) fields[name] = way.startsWith('/') ? pathOf(url) : url.href
    }
  }
}

const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash

/** The network that our own server has seen (rules/network.ts). */
export const ipOf = (ctx: {
  request?: Request | undefined
  headers?: Headers | undefined
  context: { options: object }
}) => {
  const asked = ctx.request ?? ctx.headers
  return asked ? getIP(asked, ctx.context.options) : null
}

/** What every cookie of a sign-in has. */
export type CookieAttributes = { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean }

/** One cookie of a request. */
export function readCookie(headers: Headers | undefined, name: string) {
  for (const pair of headers?.get('cookie')?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

/** Cuts the parameters off a failed query's message, so that no addresses and tokens get into the log. */
export const cutValues = (message: string) => message.replace(/\s*\bparams:[^]*$/i, '')

/** Addresses are kept in lower case: the body is changed accordingly. */
export function readEmail(body: Fields) {
  const { email } = body
  if (typeof email !== 'string') return ''
  const trimmed = email.trim().toLowerCase()
  if (trimmed.length > LONGEST_EMAIL)
    throw new APIError('BAD_REQUEST', { message: authFieldErrors['bad-email'] })
  body['email'] = trimmed
  return trimmed
}

/** A person's name, trimmed; refuses an empty and an endless one. */
export function readName(name: unknown) {
  const trimmed = typeof name === 'string' ? name.trim() : ''
  if (trimmed === '')
    throw new APIError('BAD_REQUEST', { message: authFieldErrors['name-missing'] })
  if (trimmed.length > LONGEST_NAME)
    throw new APIError('BAD_REQUEST', {
      message: authFieldErrors['name-too-long']({ most: LONGEST_NAME }),
    })
  return trimmed
}
