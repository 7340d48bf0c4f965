import { AsyncLocalStorage } from 'node:async_hooks'
import type { LinkOwner } from './auth-links.server.ts'

/** What one sign-up brought; the library hands none of it to what it calls for a known address. */
export type SignUp = {
  name: string
  callbackUrl: string
  password?: string
  passwordHash?: string
}
/** Who chooses a new password, and the password that was proven right in this request, with its hash. */
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
/** Answers with notes of its own for this request, which `authRequest` finds. */
export const inAuthRequest = <T>(answer: () => T): T => requests.run({}, answer)
/** What was noted of the request that is answered now; an empty note outside of one. */
export const authRequest = (): Noted => requests.getStore() ?? {}
