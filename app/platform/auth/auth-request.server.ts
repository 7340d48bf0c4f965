import { AsyncLocalStorage } from 'node:async_hooks'
import type { LinkOwner } from './auth-links.server.ts'

/** What a sign-up sent; for a known address the library does not pass it to the callback. */
export type SignUp = {
  name: string
  callbackUrl: string
  password?: string
  passwordHash?: string
}
/** The person who chooses a new password, and the password that this request has proven, with its hash. */
type NewPassword = {
  passwordOwner: { id: string; email: string; name: string }
  provenHash: string
  provenPassword: string
}

/** What the second step of a sign-in was, and the link that let it be tried. */
type SecondStep = { secondStep: 'code' | 'recovery-code' | 'passkey'; secondStepLink: LinkOwner }
/** The passkey that was proven right in this request. */
type ProvenPasskey = { provenPasskey: string }

/** What is known about the request under /api/auth that is being answered; noted as it becomes known. */
type Noted = Partial<SignUp & NewPassword & SecondStep & ProvenPasskey>
const requests = new AsyncLocalStorage<Noted>()
/** Runs `answer` with notes of its own for this request, which `authRequest` returns. */
export const inAuthRequest = <T>(answer: () => T): T => requests.run({}, answer)
/** The notes about the current request; empty outside of a request. */
export const authRequest = (): Noted => requests.getStore() ?? {}
