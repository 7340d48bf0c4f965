import type { PurchaseToSee } from '../../../modules/checkout/vouchers/list-purchases.ts'
import { type PurchaseStatus, purchaseLabel } from '../../../rules/credit/purchase.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import {
  PURCHASE_REVIEW_WORDS,
  PURCHASE_STATUS_WORDS,
} from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { badgesOf } from '../badge.tsx'
import { Email } from '../email.tsx'
import { Folded } from '../form/folded.tsx'
import { AskProvider, PaymentAttempts } from '../payments/payment-attempts.tsx'

const PurchaseBadge = badgesOf<PurchaseStatus>({
  pending: ['plain', PURCHASE_STATUS_WORDS.pending],
  paid: ['good', PURCHASE_STATUS_WORDS.paid],
  ended: ['warm', PURCHASE_STATUS_WORDS.ended],
})

/** Vouchers bought on the web that wait for payment, or that staff have to look at; paid ones are in the list. */
export const BoughtOnline = ({ purchases }: { purchases: readonly PurchaseToSee[] }) => {
  const toSee = purchases.filter(({ reviewReason }) => reviewReason)
  const waiting = purchases.filter(({ reviewReason }) => !reviewReason)
  return (
    <>
      {toSee.length > 0 ? (
        <section aria-label="Bought online, to look at" className="mb-4">
          <Rows purchases={toSee} />
        </section>
      ) : null}
      {waiting.length > 0 ? (
        <Folded label={`Bought online, waiting for payment (${waiting.length})…`} className="mb-4">
          <Rows purchases={waiting} />
        </Folded>
      ) : null}
    </>
  )
}

const Rows = ({ purchases }: { purchases: readonly PurchaseToSee[] }) => (
  <ul className="grid gap-3">
    {purchases.map((purchase) => (
      <li key={purchase.id} className="rounded-card border border-line p-3">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <strong className="tabular-nums">
            {purchaseLabel(purchase.id)}, {formatKwacha(purchase.amount)}
          </strong>
          <PurchaseBadge status={purchase.status} />
        </p>
        {purchase.reviewReason ? (
          <p className="mt-1 font-semibold text-alarm">
            {PURCHASE_REVIEW_WORDS[purchase.reviewReason]}
          </p>
        ) : null}
        <p className="mt-1 text-sm wrap-anywhere">
          {purchase.buyerName ?? 'Not named'}
          {purchase.buyerPhone ? `, ${purchase.buyerPhone}` : ''}
          {purchase.buyerEmail ? (
            <>
              , <Email address={purchase.buyerEmail} />
            </>
          ) : null}
        </p>
        {purchase.recipientEmail ? (
          <p className="text-sm wrap-anywhere">
            For {purchase.recipientName ?? 'somebody else'},{' '}
            <Email address={purchase.recipientEmail} />
            {purchase.message ? <span className="block">“{purchase.message}”</span> : null}
          </p>
        ) : null}
        <p className="text-sm text-quiet">
          {formatDateTime(purchase.createdAt)}
          {purchase.status === 'pending' ? `, ends ${formatDateTime(purchase.expiresAt)}` : ''}
        </p>
        <div className="mt-2">
          <PaymentAttempts attempts={purchase.attempts} />
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <AskProvider about="voucher" id={purchase.id} label={purchaseLabel(purchase.id)} />
          {purchase.reviewReason ? (
            <ActForm about={{ voucher: purchase.id }}>
              <Button name="intent" value="voucher-done" tone="lake">
                Mark as done
                <span className="sr-only"> {purchaseLabel(purchase.id)}</span>
              </Button>
            </ActForm>
          ) : null}
        </div>
      </li>
    ))}
  </ul>
)
