import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { passkeys } from '../../../db/tables.server.ts'
import { MOST_PASSKEYS, type PasskeyRequest } from '../../../rules/accounts/passkeys.ts'
import { settings } from '../../../rules/settings/settings.ts'
import {
  type Asker,
  CHALLENGE_MINUTES,
  type MakingAsker,
  openChallenges,
} from './challenges.server.ts'
import { readCreated, readSigned } from './read-answer.server.ts'

/** ES256, EdDSA and RS256: what phones, keys and Windows make (the numbers are COSE's). */
const ALGORITHMS = [-7, -8, -257]
const TIMEOUT = CHALLENGE_MINUTES * 60_000

/** Takes 26 MB and a fifth of a second, so it is loaded only for the few requests that need it. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The user handle that a device stores with a passkey; it contains no personal data. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

export type NewPasskey = Pick<
  typeof passkeys.$inferInsert,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>
/**
 * `over`: the challenge was answered before, is too old, or was given to another asker. `copied`: the device's
 * counter has not grown, so a copy of it exists. `userId` is the owner of a known passkey.
 */
export type PasskeyResult =
  | { ok: true; userId: string; passkeyId: string; name: string }
  | { ok: false; reason: 'over' | 'wrong' | 'copied'; userId: string | null }

type Demand = {
  /** The only person whose passkey is accepted; without one, the answer names its owner. */
  owner?: string
  /** Called with the owner that the answer names, before it is verified: throws after too many attempts. */
  limit?: (userId: string) => Promise<void>
}

/** Passkeys (WebAuthn): made for the shop's own address, and asked to verify their person each time. */
export function openPasskeys(db: Db, baseUrl: string) {
  const { origin, hostname: rpId } = new URL(baseUrl)
  const challenges = openChallenges(db)
  const listKeys = async (userId: string) =>
    (
      await db
        .select({ id: passkeys.credentialId, transports: passkeys.transports })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(desc(passkeys.createdAt))
        .limit(MOST_PASSKEYS)
    ).map((key) => ({ ...key, type: 'public-key' as const }))

  const write = async (
    asker: Asker,
    allowCredentials: PasskeyRequest['allowCredentials'],
  ): Promise<PasskeyRequest> => ({
    challenge: await challenges.make(asker),
    rpId,
    timeout: TIMEOUT,
    userVerification: 'required',
    allowCredentials,
  })

  async function isSigned(
    key: typeof passkeys.$inferSelect,
    { answer, challenge }: NonNullable<ReturnType<typeof readSigned>>,
  ) {
    const { verifyAuthenticationResponse } = await loadLibrary()
    return verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        // The counter is compared below, in the statement that also writes it.
        counter: 0,
      },
      // The library throws for a wrong signature as well as for malformed data.
    }).then(
      ({ verified, authenticationInfo }) => (verified ? authenticationInfo : null),
      () => null,
    )
  }

  return {
    /** Requests an answer with any passkey of this shop. */
    askAnybody: (asker: Asker) => write(asker, []),
    /** Requests an answer with one of this person's passkeys; null when there is none. */
    async ask(asker: Asker, userId: string): Promise<PasskeyRequest | null> {
      const keys = await listKeys(userId)
      return keys.length > 0 ? write(asker, keys) : null
    },

    /** Verifies a signed answer; each challenge counts once, whatever the result. */
    async take(asker: Asker, text: string, { owner, limit }: Demand = {}): Promise<PasskeyResult> {
      const sent = readSigned(text)
      if (!sent) return { ok: false, reason: 'wrong', userId: null }
      const isFresh = await challenges.take(asker, sent.challenge)
      if (!isFresh) return { ok: false, reason: 'over', userId: null }
      const [key] = await db
        .select()
        .from(passkeys)
        .where(eq(passkeys.credentialId, sent.answer.id))
      if (!key || (owner && key.userId !== owner))
        return { ok: false, reason: 'wrong', userId: null }
      const { userId, id, name } = key
      await limit?.(userId)
      const handle = sent.answer.response.userHandle
      const isOwners = handle ? handle === handleOf(userId).toString('base64url') : owner === userId
      const info = isOwners ? await isSigned(key, sent) : null
      if (!info) return { ok: false, reason: 'wrong', userId }
      const counter = info.newCounter
      // Only a growing counter counts, also for two answers at once; most devices have no counter, and send 0.
      const grown = or(
        lt(passkeys.counter, counter),
        and(eq(passkeys.counter, 0), sql`${counter} = 0`),
      )
      const used = await db
        .update(passkeys)
        .set({ counter, usedAt: sql`now()` })
        .where(and(eq(passkeys.id, id), grown))
        .returning({ id: passkeys.id })
      if (used.length > 0) return { ok: true, userId, passkeyId: id, name }
      // Without a row the passkey was removed a moment ago, and is no copy.
      const isThere = (await db.$count(passkeys, eq(passkeys.id, id))) > 0
      return { ok: false, reason: isThere ? 'copied' : 'wrong', userId: isThere ? userId : null }
    },

    /** What a browser needs to make a passkey; call it only for a person who has just proven who they are. */
    async begin(
      asker: MakingAsker,
      { userId, email, name }: { userId: string; email: string; name: string },
    ): Promise<Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>> {
      const { generateRegistrationOptions } = await loadLibrary()
      // None of the extensions is used.
      const { extensions: _, ...options } = await generateRegistrationOptions({
        rpName: settings().name,
        rpID: rpId,
        userID: new Uint8Array(handleOf(userId)),
        userName: email,
        userDisplayName: name,
        challenge: new Uint8Array(Buffer.from(await challenges.make(asker), 'base64url')),
        timeout: TIMEOUT,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: await listKeys(userId),
        supportedAlgorithmIDs: ALGORITHMS,
      })
      return options
    },

    /** A passkey that a browser has made for this asker; null for anything else. */
    async readNew(asker: MakingAsker, text: string): Promise<NewPasskey | null> {
      const sent = readCreated(text)
      if (!sent || !(await challenges.take(asker, sent.challenge))) return null
      const { verifyRegistrationResponse } = await loadLibrary()
      const made = await verifyRegistrationResponse({
        response: sent.answer,
        expectedChallenge: sent.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).then(
        (result) => (result.verified ? result.registrationInfo : null),
        () => null,
      )
      if (!made) return null
      const { id, publicKey, counter } = made.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: sent.answer.response.transports,
      }
    },
  }
}

export type Passkeys = ReturnType<typeof openPasskeys>
