import type { Role } from './roles.ts'

type SessionEnd = { idleHours: number; longestHours: number }
const DAY = 24

/**
 * When a session ends: after so long without use, and after so long since the sign-in in any case. The sessions of
 * staff are short, but outlast a day at the till; docs/decisions/0029-sessions.md says why.
 */
const ENDS = {
  staff: { idleHours: 14, longestHours: 7 * DAY },
  customer: { idleHours: 30 * DAY, longestHours: 180 * DAY },
} as const satisfies Record<string, SessionEnd>

/** The hours after which a session of this role ends: since its last use, and in all. */
export const sessionEndOf = (role: Role): SessionEnd =>
  role === 'customer' ? ENDS.customer : ENDS.staff

/** The longest that any session lasts: browsers keep its cookie for this time. */
export const LONGEST_SESSION_SECONDS = ENDS.customer.longestHours * 3600

/** How often the last use of a session is stored: not with each request. */
export const NOTED_EVERY_MINUTES = 5

/** For so long after a sign-in, or another proof, nobody has to prove again who they are. */
export const JUST_PROVEN_MINUTES = 10
