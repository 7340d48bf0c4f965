import type { Message } from '../messages/message.ts'
import type { PasskeyRequest } from './passkeys.ts'

/** A form that waits until its sender has proven who they are: its address, its fields, and the last refusal. */
export type SuspendedForm = {
  action: string
  fields: [name: string, value: string][]
  refusal: Message | null
  /** The request that the sender's passkey would sign; null for a sender without a passkey. */
  passkey: PasskeyRequest | null
}

/** The name of the field that holds the proof. */
export const PROOF = 'proof'

/** The suspended form in an error that an action threw; null in any other error. */
export const suspendedFormIn = (error: unknown): SuspendedForm | null =>
  typeof error === 'object' && error !== null && 'data' in error
    ? ((error.data as { held?: SuspendedForm } | null)?.held ?? null)
    : null
