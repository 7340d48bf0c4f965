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
  // Of no use here: none is asked for.
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
    // Newer kinds than are known here are left out.
    transports: z
      .array(z.string())
      .max(20)
      .nullish()
      .transform((found) => PASSKEY_TRANSPORTS.filter((known) => found?.includes(known))),
  }),
})
/** Not in a frame of another site; what else is in it is verified by the library. */
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

/** An answer and the challenge that it says it answers; null for anything else. */
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

/** What a browser says it has signed with a passkey, read; null for anything else. */
export const readSigned = (text: string) => readAnswer(signed, text)
/** What a browser says of a passkey that it has made, read; null for anything else. */
export const readCreated = (text: string) => readAnswer(created, text)
/** What a passkey that a browser says to have made is called; nothing in it is believed. */
export const readPasskeyId = (text: string) => readCreated(text)?.answer.id
