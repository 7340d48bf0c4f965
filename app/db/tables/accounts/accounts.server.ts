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
    /** The person's role at the last use: a higher role ends the session, and they sign in anew. */
    role: text({ enum: ROLES }).notNull().default('customer'),
    /** When the person last proved who they are. */
    provenAt: createdAt(),
    createdAt: createdAt(),
    /** The last use, to within some minutes (rules/accounts/session-ends.ts). */
    updatedAt: createdAt(),
  },
  (t) => [
    check('sessions_role', sql`${t.role} in (${oneOf(ROLES)})`),
    index('sessions_by_user').on(t.userId, t.updatedAt),
    index('sessions_by_expiry').on(t.expiresAt),
  ],
)

/** The authenticator app of a person's second step. */
export const secondFactors = pgTable('second_factors', {
  userId: idOf(() => profiles.userId, 'cascade').primaryKey(),
  /** Encrypted with a key from SESSION_SECRET (platform/auth/totp.server.ts). */
  secret: text().notNull(),
  /** Null until the first code is confirmed; the app is no second step before. */
  confirmedAt: stamp(),
  /** The time step of the last accepted code, so that no code is accepted twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
})

/**
 * Codes for a person who has lost the app and every passkey; each works once. Hashes of codes with 140 bits (once 50).
 */
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

/** Public keys that sign a person in; the private keys stay on their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ofUser(),
    credentialId: text().notNull().unique(),
    /** As COSE, in base64url. */
    publicKey: text().notNull(),
    /** How many signatures the device has counted; 0 for the many devices that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text({ enum: PASSKEY_TRANSPORTS }).array().notNull(),
    /** The owner's name for it. */
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
 * Invitations to the staff, at most one for each account; deleted once accepted or withdrawn. Stores only a hash of the
 * link, so that a stolen copy of the database makes nobody staff.
 */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    userId: idOf(() => profiles.userId, 'cascade').primaryKey(),
    role: text({ enum: STAFF_ROLES }).notNull(),
    hash: text().notNull().unique(),
    /** The invitation works as long as this person is a super_admin. */
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

/** At most one row: the shop's requirements for signing in. */
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

/** Sign-ins and refusals of an account, with their origin; kept for some months (rules/accounts/account-events.ts). */
export const accountEvents = pgTable(
  'account_events',
  {
    id: growingId(),
    userId: ofUser(),
    kind: text({ enum: ACCOUNT_EVENTS }).notNull(),
    ip: text(),
    userAgent: text(),
    /** What was refused, which passkey it was, or what proved a sign-in (rules/accounts/account-events.ts). */
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

/** A person's way to sign in; the hash of the password is stored only here. */
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
    // Finds all links of a person, to delete them.
    index('verifications_by_value').on(t.value),
  ],
)

/** Created by a trigger with the user, so that nobody exists without a role; an erased person has none. */
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
    // Unused: no form writes and no screen shows them (docs/decisions/0013).
    avatarUrl: text(),
    dateOfBirth: date(),
    /** When the person opted out of emails that ask for a review. */
    reviewEmailsOffAt: stamp(),
    /** When the shop imported the account: such an account waits for its owner without a time limit. */
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
    // Unused, as `avatarUrl` above; so is the postal code, which addresses in Malawi hardly have.
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
