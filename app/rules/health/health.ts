import type { FINDINGS } from '../messages/health/findings.ts'
import type { ParamsOf } from '../messages/message.ts'

/** The checks of the shop's health, in the order in which they are shown (docs/product.md, Health). */
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

/** Checked every five minutes, so that owners learn of trouble before customers report it. */
export const WATCHED_OFTEN = ['openings', 'tills', 'emails', 'disk', 'backup', 'payouts'] as const
/** Checked every hour, because it asks the payment provider about twenty payments. */
export const WATCHED_HOURLY = ['payments'] as const
export const WATCHED = [...WATCHED_OFTEN, ...WATCHED_HOURLY] as const
export type Watched = (typeof WATCHED)[number]

/**
 * notice: somebody should look at it; trouble: money, stock or customers are at stake; unknown: it could not be
 * checked.
 */
export type FindingState = 'good' | 'notice' | 'trouble' | 'unknown'

/** The finding of a check: the code of its text (rules/messages/health/findings.ts) with the text's parameters. */
export type Finding = {
  [C in keyof typeof FINDINGS]: { code: C } & ParamsOf<(typeof FINDINGS)[C]['text']>
}[keyof typeof FINDINGS]

/** A check with its finding. */
export type Checked = { check: Check; finding: Finding }
