import { AsyncLocalStorage } from 'node:async_hooks'

/** What one sign-up brought; the library hands none of it to what it calls for a known address. */
export type SignUp = { name: string; callbackUrl: string; passwordHash?: string }
/** Who chooses a new password, and the hash of the password that was proven right in this request. */
type NewPassword = {
  passwordOwner: { id: string; email: string; name: string }
  provenHash: string
}

/** What the second step of a sign-in was. */
type SecondStep = { secondStep: 'code' | 'recovery-code' | 'passkey' }

/** What is known about the request under /api/auth that is being answered; noted as it becomes known. */
const requests = new AsyncLocalStorage<Partial<SignUp & NewPassword & SecondStep>>()
export const inAuthRequest = <T>(answer: () => T): T => requests.run({}, answer)
export const authRequest = (): Partial<SignUp & NewPassword & SecondStep> =>
  requests.getStore() ?? {}
