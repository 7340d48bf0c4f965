import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Auth } from './auth.server.ts'
import { readCookie } from './auth-fields.server.ts'

export type SessionTokens = {
  /** The session token that a request carries, its signature checked; null when there is none. */
  read(headers: Headers): Promise<string | null>
}

/**
 * Reads the library's signed cookie, or a bearer token, without asking the database: `token.signature`
 * with a base64 HMAC-SHA256 over the token. A bare bearer token is taken as it is, as the library does.
 */
export function readSessionTokens(auth: Auth): SessionTokens {
  return {
    async read(headers) {
      const { authCookies, secret } = await auth.$context
      const bearer = /^bearer (\S+)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
      const signed = bearer ?? readCookie(headers, authCookies.sessionToken.name)
      if (!signed) return null
      const value = decode(signed)
      const dot = value.lastIndexOf('.')
      const token = dot < 0 ? value : value.slice(0, dot)
      // Anything else was never a token; a null character would make the database fail.
      if (!/^[\w-]{1,200}$/.test(token)) return null
      if (dot < 0) return bearer ? token : null
      const given = Buffer.from(value.slice(dot + 1), 'base64')
      const right = createHmac('sha256', secret).update(token).digest()
      return given.length === right.length && timingSafeEqual(given, right) ? token : null
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
