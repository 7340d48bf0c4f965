import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Auth } from './auth.server.ts'
import { readCookie } from './auth-fields.server.ts'

export type SessionTokens = {
  /** The session token that a request carries, its signature checked; null when there is none. */
  read(headers: Headers): Promise<string | null>
  /** The cookies that remove a dead token; none for a bearer token. */
  forget(headers: Headers): Promise<string[]>
}

const BEARER = /^bearer (\S+)$/i
const bearerOf = (headers: Headers) => BEARER.exec(headers.get('authorization')?.trim() ?? '')?.[1]

/**
 * Reads the library's signed cookie, or a bearer token, without asking the database: `token.signature`
 * with a base64 HMAC-SHA256 over the token. A bearer token without a signature is accepted, as in the library.
 */
export function readSessionTokens(auth: Auth): SessionTokens {
  const sign = (token: string, secret: string) =>
    createHmac('sha256', secret).update(token).digest()

  return {
    async read(headers) {
      const { authCookies, secret } = await auth.$context
      const bearer = bearerOf(headers)
      const signed = bearer ?? readCookie(headers, authCookies.sessionToken.name)
      if (!signed) return null
      const value = decode(signed)
      const dot = value.lastIndexOf('.')
      const token = dot < 0 ? value : value.slice(0, dot)
      // The shop makes no other tokens; a null character would make the query fail.
      if (!/^[\w-]{1,200}$/.test(token)) return null
      if (dot < 0) return bearer ? token : null
      const given = Buffer.from(value.slice(dot + 1), 'base64')
      const right = sign(token, secret)
      return given.length === right.length && timingSafeEqual(given, right) ? token : null
    },
    async forget(headers) {
      if (bearerOf(headers)) return []
      const { name, attributes } = (await auth.$context).authCookies.sessionToken
      const { path = '/', secure } = attributes
      return [
        `${name}=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
      ]
    },
  }
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
