import type { Message } from '../messages/message.ts'
import type { PasskeyRequest } from './passkeys.ts'

/** A form that waits until its sender has proven who they are: where it goes, what it holds, what was wrong. */
export type SuspendedForm = {
  action: string
  fields: [name: string, value: string][]
  refusal: Message | null
  /** What a passkey of theirs would sign; null for who has none. */
  passkey: PasskeyRequest | null
}

/** The field of the proof. */
export const PROOF = 'proof'

/** The form that an action held back, in what it has thrown; null in anything else. */
export const suspendedFormIn = (error: unknown): SuspendedForm | null =>
  typeof error === 'object' && error !== null && 'data' in error
    ? ((error.data as { held?: SuspendedForm } | null)?.held ?? null)
    : null
