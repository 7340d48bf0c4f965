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

/** 26 MB and a fifth of a second, for the few requests that need it. */
const loadLibrary = () => import('@simplewebauthn/server')

/** What a device keeps to say whose passkey it is: nothing that tells a person. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

export type NewPasskey = Pick<
  typeof passkeys.$inferInsert,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>
/**
 * `over`: the challenge was answered, is too old, or was another's. `copied`: the device has signed less often than
 * before, so there are two of it. Of a passkey that is known, whose it is.
 */
export type PasskeyResult =
  | { ok: true; userId: string; passkeyId: string; name: string }
  | { ok: false; reason: 'over' | 'wrong' | 'copied'; userId: string | null }

type Demand = {
  /** The only person whose passkey counts; without, the device says whose it is. */
  owner?: string
  /** Called with whose passkey it says it is, before it is looked at: throws when that was tried too often. */
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
        // Compared below, in one statement with its writing.
        counter: 0,
      },
      // What is wrong with it is thrown; a broken text as well as a wrong signature.
    }).then(
      ({ verified, authenticationInfo }) => (verified ? authenticationInfo : null),
      () => null,
    )
  }

  return {
    /** Asks for any passkey of this shop. */
    askAnybody: (asker: Asker) => write(asker, []),
    /** Asks for one of this person's; null when there is none. */
    async ask(asker: Asker, userId: string): Promise<PasskeyRequest | null> {
      const keys = await listKeys(userId)
      return keys.length > 0 ? write(asker, keys) : null
    },

    /** Takes a signed answer: each challenge counts once, whatever comes of it. */
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
      // Also of two answers at the same moment only a growing counter counts; most devices have none, and say 0.
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
      // Or it was removed a moment ago: nobody has copied it.
      const isThere = (await db.$count(passkeys, eq(passkeys.id, id))) > 0
      return { ok: false, reason: isThere ? 'copied' : 'wrong', userId: isThere ? userId : null }
    },

    /** What a browser needs to make a passkey for this person: only for who has just proven who they are. */
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
