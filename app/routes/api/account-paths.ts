import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { inJson, jsonBody, refusals } from '../../web/api/parts.ts'

// Authentication belongs to the library, which checks its input by schemas of its own: this file describes only what
// the shop promises about it.
const credentials = { email: z.email(), password: z.string() }
const anObject = z.looseObject({})
const refused = refusals(
  [400, 401, 403, 429],
  z.looseObject({ code: z.string().optional(), message: z.string() }).meta({ id: 'AuthError' }),
)

const post = (summary: string, body: z.ZodType, answer: z.ZodType = anObject) => ({
  post: {
    summary,
    requestBody: jsonBody(body),
    responses: { 200: inJson('Done', answer), ...refused },
  },
})

export const accountPaths: ZodOpenApiPathsObject = {
  '/api/auth/sign-up/email': post(
    'Open an account',
    z.object({ name: z.string(), ...credentials }),
  ),
  '/api/auth/confirm-email': post(
    'Confirm the address of a new account, by the token of the email, and sign in',
    z.object({ token: z.string(), password: z.string() }),
  ),
  '/api/auth/sign-in/email': post(
    'Sign in; the answer carries the session in a cookie, and its token for who is no browser',
    z.object(credentials),
    z.looseObject({ token: z.string().optional() }),
  ),
  '/api/auth/sign-out': post('Sign out', z.object({})),
  '/api/auth/get-session': {
    get: {
      summary: 'Who is signed in, or null',
      responses: { 200: inJson('As asked', anObject.nullable()) },
    },
  },
  '/api/auth/request-password-reset': post(
    'Ask for an email with a reset link',
    z.object({ email: z.email(), redirectTo: z.string().optional() }),
  ),
  '/api/auth/reset-password': post(
    'Choose a new password',
    z.object({ newPassword: z.string(), token: z.string() }),
  ),
}
