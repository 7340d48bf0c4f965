import type { Check, Finding, FindingState } from '../../health/health.ts'
import { FINDINGS } from './findings.ts'
import type { FindingText } from './wording.ts'

export const CHECK_NAMES: Record<Check, string> = {
  ledger: 'Stock and its ledger',
  reservations: 'Reservations',
  redemptions: 'Discount codes',
  totals: 'Totals',
  payments: 'Payments',
  payouts: 'Payouts',
  openings: 'Payment pages',
  tills: 'Tills',
  approvals: 'Approvals',
  files: 'Pictures',
  jobs: 'Background work',
  emails: 'Emails',
  backup: 'Backup',
  disk: 'Disk',
  clock: 'Clock',
  certificate: 'Certificate',
  version: 'Version',
}

export const STATE_NAMES: Record<FindingState, string> = {
  good: 'Fine',
  notice: 'Look at it',
  trouble: 'Trouble',
  unknown: 'Not known',
}

/** A finding for people: its state, a sentence, and what to do about it. */
export function describeFinding(finding: Finding): {
  state: FindingState
  text: string
  repair: string | null
  /** The place in the back office where that is done. */
  place: FindingText['place'] | null
} {
  const { state, text, repair, place }: FindingText = FINDINGS[finding.code]
  return { state, text: text(finding as never), repair: repair ?? null, place: place ?? null }
}
