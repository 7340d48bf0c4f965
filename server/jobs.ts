import { existsSync } from 'node:fs'
import { tidyUp } from '../app/modules/accounts/tidy-up.ts'
import { removeUnusedSets } from '../app/modules/catalogue/edit/remove-unused-sets.ts'
import { findEmailPictures } from '../app/modules/catalogue/find-email-pictures.ts'
import { countPairs } from '../app/modules/catalogue/related/count-pairs.ts'
import {
  expireForgotten,
  expireOrder,
  expirePosSale,
} from '../app/modules/checkout/expire-order.ts'
import { pollForgotten, pollPayment } from '../app/modules/checkout/poll-payment.ts'
import {
  expireForgottenPurchases,
  expirePurchase,
} from '../app/modules/checkout/vouchers/expire-purchase.ts'
import { endForgotten, endOverdue } from '../app/modules/credit/reserves/end-reserves.ts'
import { readDatabaseClock, recoverClock } from '../app/modules/health/recover-clock.ts'
import { watchTroubles } from '../app/modules/health/watch-troubles.ts'
import { checkImport } from '../app/modules/imports/check-import.ts'
import { removeLeftZips } from '../app/modules/imports/pictures/zip-files.ts'
import { runImport } from '../app/modules/imports/run-import.ts'
import {
  addSmallRenditions,
  enqueueSmallRenditions,
} from '../app/modules/media/add-small-renditions.ts'
import { removeFiles } from '../app/modules/media/move-picture.ts'
import { removeUnusedPictures } from '../app/modules/media/remove-unused-pictures.ts'
import { renderAvif } from '../app/modules/media/render-avif.ts'
import { notifyArrived } from '../app/modules/orders/notify-customer.ts'
import { notifyMoved } from '../app/modules/orders/undo/notify-moved.ts'
import { changeDuePrices } from '../app/modules/pricing/change-due-prices.ts'
import { keepRetention } from '../app/modules/privacy/keep-retention.ts'
import { pollForgottenPayouts, pollPayout } from '../app/modules/refunds/payouts/poll-payout.ts'
import { sendPayout } from '../app/modules/refunds/payouts/send-payout.ts'
import { takeBackAsAgreed } from '../app/modules/returns/take-back-as-agreed.ts'
import { askForReviews } from '../app/modules/reviews/ask-for-reviews.ts'
import { movePhotos } from '../app/modules/reviews/handle-review.ts'
import { notifyWaiting } from '../app/modules/waitlist/notify-waiting.ts'
import { watchClock } from '../app/platform/clock.server.ts'
import { withSettings } from '../app/platform/current-settings.server.ts'
import { bringJobsBack } from '../app/platform/jobs/jobs-clock.server.ts'
import type { JobData, JobHandlers, JobName } from '../app/platform/jobs.server.ts'
import { deleteSignUpMarks } from '../app/platform/rate-limiter.server.ts'
import type { Services } from '../app/platform/services.server.ts'
import { WATCHED_HOURLY, WATCHED_OFTEN } from '../app/rules/health/health.ts'
import type { EmailContent } from '../app/rules/messages/emails/content.ts'
import { actOnEach } from '../app/rules/one-by-one.ts'
import { isReachable } from '../app/rules/orders/order-draft.ts'
import { renderEmail } from '../app/ui/email/render-email.server.ts'
import { enqueueMissedBackup, makeScheduledBackup } from './backup/scheduled-backup.ts'
import { loadAssets } from './files/assets.ts'
import { keepBuiltFiles } from './files/built-files.ts'

async function sendEmail(shop: Services, email: EmailContent) {
  // A customer who ordered by phone, without an email address.
  if (!isReachable(email.to)) return
  await shop.mail.send(renderEmail(email, await findEmailPictures(shop, email)))
}

/** The handlers of all jobs. Each starts with the shop's current settings, because this process receives no events. */
export function jobHandlers(shop: Services): JobHandlers {
  const acts = actsOf(shop)
  const fresh =
    <N extends JobName>(name: N) =>
    async (data: JobData[N]) => {
      await shop.settings.refresh()
      await withSettings(() => acts[name](data))
    }
  return Object.fromEntries(
    Object.keys(acts).map((name) => [name, fresh(name as JobName)]),
  ) as JobHandlers
}

const actsOf = (shop: Services): JobHandlers => ({
  'send-email': (email) => sendEmail(shop, email),
  'poll-payment': ({ reference }) => pollPayment(shop, reference),
  'send-payout': ({ chargeId }) => sendPayout(shop, chargeId),
  'poll-payout': ({ chargeId }) => pollPayout(shop, chargeId),
  'expire-order': async ({ orderId }) => void (await expireOrder(shop, orderId)),
  'expire-pos-sale': async ({ posSaleId }) => void (await expirePosSale(shop, posSaleId)),
  'expire-voucher-purchase': async ({ voucherPurchaseId }) =>
    void (await expirePurchase(shop, voucherPurchaseId)),
  'take-back-order': (paid) => takeBackAsAgreed(shop, paid),
  'end-credit-reserve': ({ reserveId }) => endOverdue(shop, reserveId),
  'notify-moved': (move) => notifyMoved(shop, move),
  'check-payment': async (what) => {
    if ('reference' in what) await pollPayment(shop, what.reference)
    else if ('orderId' in what) await expireOrder(shop, what.orderId)
    else await expirePosSale(shop, what.posSaleId)
  },
  'send-letter': (email) => ('text' in email ? shop.mail.send(email) : sendEmail(shop, email)),
  // A file that cannot be deleted, for example, must not end the retention of personal data.
  'tidy-up': () => actOnEach(NIGHTLY, (step) => step(shop)),
  'count-pairs': () => countPairs(shop.db),
  'notify-waiting': () => notifyWaiting(shop),
  'notify-arrived': () => notifyArrived(shop),
  'tell-waiting': () => notifyWaiting(shop),
  'tell-arrived': () => notifyArrived(shop),
  'change-prices': () => changeDuePrices(shop),
  // Every day.
  'ask-for-reviews': async () => void (await askForReviews(shop)),
  // Every five minutes.
  'watch-troubles': async () => {
    await deleteSignUpMarks(shop.db)
    await watchTroubles(shop, WATCHED_OFTEN)
  },
  // Every hour.
  'watch-payments': () => watchTroubles(shop, WATCHED_HOURLY),
  'make-backup': () => makeScheduledBackup(shop),
  'check-import': ({ importId }) => checkImport(shop, importId),
  'run-import': ({ importId }) => runImport(shop, importId),
  'render-avif': ({ pictureId }) => renderAvif(shop, pictureId),
  'move-photos': ({ reviewId }) => movePhotos(shop, reviewId),
  'remove-files': ({ files }) => removeFiles(shop, files),
  'add-small-renditions': ({ after }) => addSmallRenditions(shop, after),
})

const NIGHTLY: readonly ((shop: Services) => Promise<unknown>)[] = [
  tidyUp,
  removeUnusedPictures,
  removeLeftZips,
  ({ db }) => removeUnusedSets(db),
  expireForgotten,
  expireForgottenPurchases,
  endForgotten,
  pollForgotten,
  pollForgottenPayouts,
  keepRetention,
  async ({ db }) => {
    // Does not exist in development.
    if (existsSync('build/client/assets')) await keepBuiltFiles(db, loadAssets('build/client'))
  },
]

/** Takes jobs from the queue until the shop closes. */
export async function startJobs(shop: Services) {
  // The system clock may have been set back while nothing ran.
  await bringJobsBack(shop.db)
  await watchClock({
    readClock: () => readDatabaseClock(shop.db),
    onBack: () => recoverClock(shop),
    onError: (error) => shop.log.error({ error }, 'clock not watched'),
  })
  await enqueueMissedBackup(shop)
  await enqueueSmallRenditions(shop)
  await shop.jobs.work(jobHandlers(shop), { backupAt: shop.config.backups?.at ?? null })
}
