import type { Services } from '../../platform/services.server.ts'
import { CHECKS, type Check, type Checked, type Finding } from '../../rules/health/health.ts'
import { checkBackup } from './check-backup.ts'
import { checkFiles } from './check-files.ts'
import { checkCertificate, checkClock, checkDisk, checkVersion } from './check-machine.ts'
import { checkPayments } from './check-payments.ts'
import { checkPayouts } from './check-payouts.ts'
import { checkApprovals, checkOpenings, checkTills } from './check-selling.ts'
import { checkLedger, checkReservations } from './check-stock.ts'
import { checkRedemptions, checkTotals } from './check-sums.ts'
import { checkEmails, checkJobs } from './check-work.ts'

const RUN: Record<Check, (shop: Services) => Promise<Finding>> = {
  ledger: ({ db }) => checkLedger(db),
  reservations: ({ db }) => checkReservations(db),
  redemptions: checkRedemptions,
  totals: ({ db }) => checkTotals(db),
  payments: checkPayments,
  payouts: ({ db }) => checkPayouts(db),
  openings: checkOpenings,
  tills: ({ db }) => checkTills(db),
  approvals: ({ db }) => checkApprovals(db),
  files: checkFiles,
  jobs: ({ db }) => checkJobs(db),
  emails: checkEmails,
  backup: checkBackup,
  disk: checkDisk,
  clock: checkClock,
  certificate: checkCertificate,
  version: checkVersion,
}

/**
 * Checks everything in which a shop can be wrong without anybody noticing, one check after the other so that customers
 * are not kept from the database; changes nothing. A check that fails itself is reported, and the others go on
 * (docs/product.md, Health).
 */
export async function checkHealth(shop: Services): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const check of CHECKS) checked.push({ check, finding: await runCheck(shop, check) })
  return checked
}

/** Runs one check; a check that fails itself is a finding, too. */
export async function runCheck(shop: Services, check: Check): Promise<Finding> {
  try {
    return await RUN[check](shop)
  } catch (error) {
    shop.log.error({ error, check }, 'check failed')
    return { code: 'not-checked' }
  }
}
