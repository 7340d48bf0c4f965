import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ACCOUNT_EVENTS } from '../../../rules/accounts/account-events.ts'
import { LONGEST_PASSKEY_NAME, PASSKEY_TRANSPORTS } from '../../../rules/accounts/passkeys.ts'
import { ROLES, STAFF_ROLES } from '../../../rules/accounts/roles.ts'
import { SECOND_STEP_FOR } from '../../../rules/accounts/second-step.ts'
import { createdAt, growingId, id, idOf, oneOf, searchIndex, stamp } from '../../columns.server.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_name_length', sql`length(${t.name}) <= 200`),
    searchIndex('users_email_search', t.email),
  ],
)

/**
 * The owner of a row. The row is deleted with the account, also with the profile of an erased one, whose row in `users`
 * stays for its orders (docs/decisions/0034). The key refuses a row that is written at the same moment.
 */
export const ofUser = () => idOf(() => profiles.userId, 'cascade').notNull()

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: ofUser(),
    token: text().notNull().unique(),
    expiresAt: stamp().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** What the person was at its last use: a higher role ends it, and they sign in anew. */
    role: text({ enum: ROLES }).notNull().default('customer'),
    /** When the person last proved who they are. */
    provenAt: createdAt(),
    createdAt: createdAt(),
    /** Its last use, within some minutes (rules/accounts/session-ends.ts). */
    updatedAt: createdAt(),
  },
  (t) => [
    check('sessions_role', sql`${t.role} in (${oneOf(ROLES)})`),
    index('sessions_by_user').on(t.userId, t.updatedAt),
    index('sessions_by_expiry').on(t.expiresAt),
  ],
)

/** The app that makes the codes of a person's second step. */
export const secondFactors = pgTable('second_factors', {
  userId: idOf(() => profiles.userId, 'cascade').primaryKey(),
  /** Sealed with a key from SESSION_SECRET (platform/auth/totp.server.ts). */
  secret: text().notNull(),
  /** Null until the first code is confirmed; until then the app is no second step. */
  confirmedAt: stamp(),
  /** The step of the last code that was taken: none counts twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/** For a person who has lost the app and every passkey; each works once. Hashes of codes with 140 bits (once 50). */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    hash: text().notNull(),
    usedAt: stamp(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.hash] }),
    check('recovery_codes_hash', sql`length(${t.hash}) = 43`),
  ],
)

/** Public keys that sign a person in; the private ones stay on their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
    credentialId: text().notNull().unique(),
    /** In the form of COSE, base64url. */
    publicKey: text().notNull(),
    /** How often the device says that it has signed; 0 of the many that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text({ enum: PASSKEY_TRANSPORTS }).array().notNull(),
    /** What its owner calls it. */
    name: text().notNull(),
    createdAt: createdAt(),
    usedAt: stamp(),
  },
  (t) => [
    check(
      'passkeys_lengths',
      sql`length(${t.credentialId}) between 1 and 1400 and length(${t.publicKey}) between 1 and 5000
        and length(${t.name}) between 1 and ${sql.raw(String(LONGEST_PASSKEY_NAME))}`,
    ),
    check('passkeys_counter', sql`${t.counter} between 0 and 4294967295`),
    index('passkeys_of_user').on(t.userId, t.createdAt),
  ],
)

/**
 * Who is asked to work for the shop, each once at most; gone when it was taken up or withdrawn. Of the link only a
 * hash: a stolen copy of the database makes nobody staff.
 */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    userId: idOf(() => profiles.userId, 'cascade').primaryKey(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    hash: text().notNull().unique(),
    /** It works as long as they are a super_admin. */
    invitedBy: ofUser(),
    sentAt: createdAt(),
    expiresAt: stamp().notNull(),
  },
  (t) => [
    check('staff_invitations_role', sql`${t.role} in (${oneOf(STAFF_ROLES)})`),
    check('staff_invitations_hash', sql`length(${t.hash}) = 43`),
    index('staff_invitations_newest').on(t.sentAt, t.userId),
    index('staff_invitations_by_inviter').on(t.invitedBy),
    index('staff_invitations_by_expiry').on(t.expiresAt),
  ],
)

/** One row at most: what the shop demands of who signs in. */
export const signInSettings = pgTable(
  'sign_in_settings',
  {
    only: boolean().primaryKey().default(true),
    secondStepFor: text({ enum: SECOND_STEP_FOR }).notNull().default('nobody'),
  },
  (t) => [
    check('sign_in_settings_only', sql`${t.only}`),
    check('sign_in_settings_second_step', sql`${t.secondStepFor} in (${oneOf(SECOND_STEP_FOR)})`),
  ],
)

/** Who came in, from where, who was refused: by person, kept for some months (rules/accounts/account-events.ts). */
export const accountEvents = pgTable(
  'account_events',
  {
    id: growingId(),
    userId: ofUser(),
    kind: text({ enum: ACCOUNT_EVENTS }).notNull(),
    ip: text(),
    userAgent: text(),
    /** What was refused, which passkey it was, or what a sign-in was proven with (rules/accounts/account-events.ts). */
    detail: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('account_events_kind', sql`${t.kind} in (${oneOf(ACCOUNT_EVENTS)})`),
    check(
      'account_events_lengths',
      sql`length(${t.userAgent}) <= 300 and length(${t.detail}) <= 200`,
    ),
    index('account_events_of_user').on(t.userId, t.id),
    index('account_events_by_day').on(t.createdAt),
  ],
)

/** How a person signs in; the password's hash stands here and nowhere else. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    userId: ofUser(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: stamp(),
    refreshTokenExpiresAt: stamp(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('accounts_by_user').on(t.userId),
    uniqueIndex('accounts_by_provider').on(t.providerId, t.accountId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: stamp().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index('verifications_by_identifier').on(t.identifier),
    // All links of a person, to kill them.
    index('verifications_by_value').on(t.value),
  ],
)

/** Made by a trigger with the user, so that nobody exists without a role; who is erased has none. */
export const profiles = pgTable(
  'profiles',
  {
    id: id(),
    userId: idOf(() => users.id, 'cascade')
      .notNull()
      .unique(),
    role: text({ enum: ROLES }).notNull().default('customer'),
    fullName: text(),
    phone: text(),
    // Asked for nowhere: no form writes and no screen shows them (docs/decisions/0013).
    avatarUrl: text(),
    dateOfBirth: date(),
    /** When they asked for no more emails that ask for a review. */
    reviewEmailsOffAt: stamp(),
    /** When the shop brought them in from elsewhere: such an account waits for its owner without an end. */
    importedAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    check('profiles_role', sql`${t.role} in (${oneOf(ROLES)})`),
    index('profiles_newest').on(t.createdAt, t.id),
    index('profiles_by_name').on(sql`coalesce(${t.fullName}, '')`, t.id),
    index('profiles_by_role').on(t.role, t.createdAt, t.id),
    searchIndex('profiles_name_search', t.fullName),
    searchIndex('profiles_phone_search', t.phone),
  ],
)

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    userId: ofUser(),
    type: text({ enum: ['shipping'] })
      .notNull()
      .default('shipping'),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text().notNull(),
    addressLine1: text('address_line_1').notNull(),
    // As `avatarUrl` above; so is the postal code, which Malawi's addresses hardly have.
    addressLine2: text('address_line_2'),
    city: text().notNull(),
    district: text().notNull(),
    postalCode: text(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId, t.type, t.isDefault, t.createdAt),
    uniqueIndex('addresses_one_default').on(t.userId, t.type).where(sql`is_default`),
  ],
)
