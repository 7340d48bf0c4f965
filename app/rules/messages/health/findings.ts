import { MACHINE_FINDINGS } from './machine-findings.ts'
import { counted, type FindingText, good, listed } from './wording.ts'

type Named = { count: number; names: string[] }

const BACK_UP =
  'Set BACKUP_TO to a folder of another disk or to a bucket, for a backup each day, and call npm run backup now.'

/** Every finding of the health check: its state, its text and what to do about it. */
export const FINDINGS = {
  'ledger-agrees': good(
    ({ variants }: { variants: number }) =>
      `The stock of ${counted(variants, 'variant')} is the sum of its movements.`,
  ),
  'ledger-differs': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `The stock of ${counted(count, 'variant')} is not the sum of its movements: ${listed(names, count)}.`,
    repair:
      'Somebody has changed the database by hand, or a disk has failed. Count these items and set their stock on the Stock screen; keep the last good backup until it is clear why.',
  },
  'reservations-agree': good(
    ({ orders }: { orders: number }) =>
      `Each order that is open or of the last 90 days holds the units of its lines, and a cancelled one none (${counted(orders, 'order')}).`,
  ),
  'reservations-differ': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `${counted(count, 'order')} ${count === 1 ? 'holds' : 'hold'} other units than ${count === 1 ? 'its' : 'their'} lines say: ${listed(names, count)}.`,
    repair:
      'Open each order and compare it with the ledger of its products. Cancelling an order gives back exactly what it holds.',
  },
  'redemptions-agree': good(
    ({ codes }: { codes: number }) =>
      `The uses of ${counted(codes, 'code')} are the orders that redeemed them.`,
  ),
  'redemptions-differ': {
    state: 'notice',
    text: ({ count, names }: Named) =>
      `The counted uses of ${counted(count, 'code')} differ from the orders that redeemed them: ${listed(names, count)}.`,
    repair:
      'A code with too many uses refuses customers too early, one with too few gives too much away: switch it off and make a new one with what is left.',
  },
  'totals-agree': good(
    ({ orders, sales }: { orders: number; sales: number }) =>
      `${counted(orders, 'order')} and ${counted(sales, 'till sale')} add up to their lines.`,
  ),
  'totals-differ': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `${counted(count, 'order or till sale', 'orders or till sales')} ${count === 1 ? 'does' : 'do'} not add up to ${count === 1 ? 'its' : 'their'} lines: ${listed(names, count)}.`,
    repair:
      'Somebody has changed the database by hand, or a disk has failed. Compare them with the last good backup.',
  },
  'payments-agree': good(({ asked }: { asked: number }) =>
    asked === 0
      ? 'Every paid order has its payment.'
      : `Every paid order has its payment, and the provider says the same of the ${counted(asked, 'payment')} that it was asked about.`,
  ),
  'payments-off': {
    state: 'notice',
    text: () => 'Online payment is off: customers cannot pay for an order.',
    repair: 'Set PAYCHANGU_SECRET_KEY and start the shop again (README, Settings).',
  },
  'payments-without-money': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `${counted(count, 'order')} ${count === 1 ? 'is' : 'are'} marked as paid without a payment that covers ${count === 1 ? 'it' : 'them'}: ${listed(names, count)}.`,
    repair: 'Do not send these parcels before you have seen the money at the provider.',
  },
  'payments-differ': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `The provider says otherwise about ${counted(count, 'payment')}: ${listed(names, count)}.`,
    repair:
      "Compare these references with the provider's dashboard. A payment that it has and the shop has not is taken over when its order's page, or the job that asks about it, is next tried.",
  },
  'payments-unanswered': {
    state: 'notice',
    text: ({ asked }: { asked: number }) =>
      `The provider gave no answer about ${counted(asked, 'payment')}.`,
    repair: 'Try again in some minutes. While it stays so, new orders cannot be paid online.',
  },
  'payments-unreachable': {
    state: 'trouble',
    text: ({ asked }: { asked: number }) =>
      `The payment service does not answer: it was asked about ${counted(asked, 'payment')}.`,
    repair:
      'Customers may not be able to pay online, and what they have paid is taken over when it answers again. If it lasts, call PayChangu.',
  },
  'payouts-known': good(() => 'What became of each payout of a refund is known.'),
  'payouts-open': {
    state: 'notice',
    text: ({ count, names }: Named) =>
      `Of ${counted(count, 'payout')} nobody knows for an hour what became of ${count === 1 ? 'it' : 'them'}: ${listed(names, count)}.`,
    repair:
      'They are asked about by themselves. Open these orders: what the payment service says stands under Money back.',
  },
  'payouts-failed': {
    state: 'notice',
    text: ({ count, names }: Named) =>
      `${counted(count, 'payout')} of refunds ${count === 1 ? 'has' : 'have'} failed: ${listed(names, count)}.`,
    repair:
      'Open these orders, and try again under Money back, or call the refund off and give the money back in another way.',
  },
  'payouts-beyond': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `More money than was to be given back has left by payouts that arrived after all: ${listed(names, count)}.`,
    repair:
      'Ask these customers for what they have got twice, or take it off what they buy next, and note it on the order.',
  },
  'openings-work': good(() => 'Customers get the page on which they pay.'),
  'openings-fail': {
    state: 'trouble',
    text: ({ count }: { count: number }) =>
      `The payment service gave no page to pay on, ${count} times in a row: customers cannot pay online.`,
    repair:
      'If it lasts, call PayChangu, and look whether the keys of the shop still work there. The till takes cash meanwhile.',
  },
  'tills-heard': good(() => 'Every till with an open shift has been seen.'),
  'tills-silent': {
    state: 'trouble',
    text: ({ count, names, hours }: Named & { hours: number }) =>
      `${counted(count, 'till')} with an open shift ${count === 1 ? 'has' : 'have'} not been seen for ${counted(hours, 'hour')}: ${listed(names, count)}.`,
    repair:
      'What was sold there since is on its device only. Bring the device back to the network; if it is lost, close its shift under Shifts.',
  },
  'approvals-possible': good(() => 'What a cashier may not do alone can be approved at a till.'),
  'approvals-none': {
    state: 'notice',
    text: () =>
      'Nobody can approve at the tills what a cashier may not do alone: no admin has set a PIN.',
    repair:
      'Sign in at a till as an admin, and set a PIN of 6 to 8 digits under Menu, Settings. Without one a cashier gives back no large sum, and nothing of a sale of their own.',
    place: { to: '/admin/pos', act: 'Open the till' },
  },
  'files-present': good(({ pictures, sampled }: { pictures: number; sampled: boolean }) =>
    sampled
      ? `The files of the newest ${counted(pictures, 'picture')} are there.`
      : `The files of all ${counted(pictures, 'picture')} are there.`,
  ),
  'files-missing': {
    state: 'trouble',
    text: ({ count, names }: Named) =>
      `${counted(count, 'file')} of pictures ${count === 1 ? 'is' : 'are'} missing: ${listed(names, count)}.`,
    repair: 'Restore the files from a backup, or upload these pictures again.',
  },
  'jobs-run': good(({ waiting }: { waiting: number }) =>
    waiting === 0
      ? 'Nothing is overdue.'
      : `Nothing is overdue; ${counted(waiting, 'job')} wait for their time.`,
  ),
  'jobs-late': {
    state: 'trouble',
    text: ({ count, minutes }: { count: number; minutes: number }) =>
      `${counted(count, 'job')} ${count === 1 ? 'is' : 'are'} overdue, the oldest by ${counted(minutes, 'minute')}: emails and payments wait.`,
    repair: 'Start the shop again. If it stays so, read its log for lines with "job failed".',
  },
  'jobs-failed': {
    state: 'notice',
    text: ({ count, names }: Named) =>
      `${counted(count, 'job')} failed for good in the last seven days: ${listed(names, names.length)}.`,
    repair: 'Read the log of that time for lines with "job failed".',
  },
  'emails-sent': good(() => 'No email was refused in the last seven days.'),
  'emails-failed': {
    state: 'trouble',
    text: refusedEmails,
    repair:
      'The dashboard shows them with the mail server’s own words. Call these customers, and mend SMTP_URL or MAIL_FROM where every email is refused.',
  },
  'emails-refused': {
    state: 'notice',
    text: refusedEmails,
    repair:
      'The dashboard shows to whom, with the mail server’s own words. An address was probably mistyped: call this customer.',
  },
  'emails-stuck': {
    state: 'trouble',
    text: ({ count, minutes }: { count: number; minutes: number }) =>
      `${counted(count, 'email')} ${count === 1 ? 'waits' : 'wait'} since ${counted(minutes, 'minute')}: the mail server does not take ${count === 1 ? 'it' : 'them'}.`,
    repair:
      'They are sent as soon as it does. Look whether its password has changed (SMTP_URL), or whether its provider is in trouble.',
  },
  'emails-to-folder': {
    state: 'notice',
    text: () => 'No mail server is set: emails are written to a folder and reach nobody.',
    repair: 'Set SMTP_URL and MAIL_FROM, and start the shop again (README, Settings).',
  },
  'backup-made': good(
    ({ hours, place }: LastBackup) => `The last one is ${ageOf(hours)} old, in ${place}.`,
  ),
  'backup-of-sample': good(() => 'There is none; a sample shop needs none.'),
  'backup-old': {
    state: 'trouble',
    text: ({ hours, place }: LastBackup) =>
      `The last one is ${ageOf(hours)} old, in ${place}: what was sold since is nowhere else.`,
    repair: BACK_UP,
  },
  'backup-failed': {
    state: 'trouble',
    text: ({ why, hours }: { why: string; hours: number | null }) =>
      `The last one failed (${why}); ${hours === null ? 'there is no good one' : `the last good one is ${ageOf(hours)} old`}.`,
    repair:
      'Call npm run backup: it says what is wrong with the place, which may be full, away or closed to the shop.',
  },
  'backup-none': {
    state: 'notice',
    text: () =>
      'The shop has made no backup of itself: unless another program makes one, all orders are lost with the disk.',
    repair: BACK_UP,
  },
  ...MACHINE_FINDINGS,
  'not-checked': {
    state: 'unknown',
    text: () => 'This could not be checked.',
    repair: 'Try again; if it stays so, read the log for lines with "check failed".',
  },
} satisfies Record<string, FindingText>

function refusedEmails({ count }: { count: number }) {
  return `${counted(count, 'email')} of the last seven days ${count === 1 ? 'was' : 'were'} refused for good.`
}

type LastBackup = { hours: number; place: string }
const ageOf = (hours: number) =>
  hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')
