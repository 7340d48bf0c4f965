import type { JobName } from '../jobs.server.ts'

// Money work is retried until it succeeds; an email is given up after about four days.
const MONEY = { retryLimit: 100_000, retryDelay: 10, retryBackoff: false }
const EMAIL = { retryLimit: 100, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 }
// A distant bucket takes its time; a heartbeat watches the process.
const PICTURES = {
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 1800,
}
// Files that somebody was told are deleted: retried until they are.
const FOR_GOOD = { ...PICTURES, retryLimit: 1000 }
// What takes longer counts as failed and begins anew beside itself.
const NIGHT = { retryLimit: 3, retryDelay: 600, retryBackoff: false, expireInSeconds: 6 * 3600 }
// Not retried, because the next scheduled run is five minutes or an hour away.
const NOT_AGAIN = { retryLimit: 0, retryDelay: 1, retryBackoff: false }
type Queue = {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax?: number
  expireInSeconds?: number
}
// Takes hours at most. Each row is marked as done together with its changes, and a heartbeat watches the process.
const IMPORT = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 12 * 3600,
}
/** How often each kind of job is tried, and after how many seconds it counts as failed (120 where nothing is said). */
export const QUEUES: Record<JobName, Queue> = {
  'send-email': EMAIL,
  'poll-payment': MONEY,
  'send-payout': MONEY,
  'poll-payout': MONEY,
  'expire-order': MONEY,
  'expire-pos-sale': MONEY,
  'expire-voucher-purchase': MONEY,
  'take-back-order': MONEY,
  'end-credit-reserve': MONEY,
  'notify-moved': EMAIL,
  'check-payment': MONEY,
  'send-letter': EMAIL,
  // Writing a large shop into a distant bucket takes long; a heartbeat watches the process.
  'make-backup': {
    retryLimit: 2,
    retryDelay: 900,
    retryBackoff: false,
    expireInSeconds: 12 * 3600,
  },
  'ask-for-reviews': { retryLimit: 3, retryDelay: 600, retryBackoff: false },
  'tidy-up': NIGHT,
  'notify-waiting': NOT_AGAIN,
  'notify-arrived': NOT_AGAIN,
  'tell-waiting': NOT_AGAIN,
  'tell-arrived': NOT_AGAIN,
  'count-pairs': NOT_AGAIN,
  'change-prices': { retryLimit: 3, retryDelay: 5, retryBackoff: true, expireInSeconds: 900 },
  'watch-troubles': NOT_AGAIN,
  'watch-payments': NOT_AGAIN,
  'check-import': IMPORT,
  'run-import': IMPORT,
  'render-avif': PICTURES,
  'add-small-renditions': PICTURES,
  'move-photos': FOR_GOOD,
  'remove-files': FOR_GOOD,
}
