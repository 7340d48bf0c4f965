import { z } from 'zod'
import { LONGEST_PASSKEY_ANSWER, PASSKEY_TRANSPORTS } from '../../../rules/accounts/passkeys.ts'

// What browsers send (WebAuthn's AuthenticationResponseJSON and RegistrationResponseJSON), as far as it is read.

const bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(LONGEST_PASSKEY_ANSWER)
const credential = {
  id: bytes.max(1400),
  rawId: bytes,
  type: z.literal('public-key'),
  // Dropped, because the shop asks for no extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
}
const signed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? ''),
  }),
})
const created = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    // Drops transports that this version does not know.
    transports: z
      .array(z.string())
      .max(20)
      .nullish()
      .transform((found) => PASSKEY_TRANSPORTS.filter((known) => found?.includes(known))),
  }),
})
/** Refuses an answer from a frame of another site; the library verifies the rest. */
const clientData = z.object({
  challenge: z.string().max(200),
  crossOrigin: z.literal(false).optional(),
})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An answer, and the challenge that it claims to answer; null for anything else. */
function readAnswer<T extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<T>,
  text: string,
) {
  if (text.length > LONGEST_PASSKEY_ANSWER) return null
  const answer = schema.safeParse(readJson(text)).data
  if (!answer) return null
  const decoded = Buffer.from(answer.response.clientDataJSON, 'base64url').toString('utf8')
  const { data } = clientData.safeParse(readJson(decoded))
  return data ? { answer, challenge: data.challenge } : null
}

/** Parses an answer that a browser signed with a passkey; null for anything else. */
export const readSigned = (text: string) => readAnswer(signed, text)
/** Parses a browser's data about a new passkey; null for anything else. */
export const readCreated = (text: string) => readAnswer(created, text)
/** The unverified id of a passkey that a browser claims to have made. */
export const readPasskeyId = (text: string) => readCreated(text)?.answer.id
