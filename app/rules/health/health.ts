import type { FINDINGS } from '../messages/health/findings.ts'
import type { ParamsOf } from '../messages/message.ts'

/** What the health check looks at, in the order in which it is shown (docs/product.md, Health). */
export const CHECKS = [
  'ledger',
  'reservations',
  'redemptions',
  'totals',
  'payments',
  'payouts',
  'openings',
  'tills',
  'approvals',
  'files',
  'jobs',
  'emails',
  'backup',
  'disk',
  'clock',
  'certificate',
  'version',
] as const
export type Check = (typeof CHECKS)[number]

/** What is looked at every five minutes, so that owners are told of trouble before customers tell them. */
export const WATCHED_OFTEN = ['openings', 'tills', 'emails', 'disk', 'backup', 'payouts'] as const
/** What is looked at every hour: it asks the payment service about twenty payments. */
export const WATCHED_HOURLY = ['payments'] as const
export const WATCHED = [...WATCHED_OFTEN, ...WATCHED_HOURLY] as const
export type Watched = (typeof WATCHED)[number]

/**
 * notice: somebody should look at it; trouble: money, stock or customers are at stake; unknown: it could
 * not be checked.
 */
export type FindingState = 'good' | 'notice' | 'trouble' | 'unknown'

/** What a check has found: the code of its text (rules/messages/health/findings.ts), with what that names. */
export type Finding = {
  [C in keyof typeof FINDINGS]: { code: C } & ParamsOf<(typeof FINDINGS)[C]['text']>
}[keyof typeof FINDINGS]

/** A finding of one check. */
export type Checked = { check: Check; finding: Finding }
