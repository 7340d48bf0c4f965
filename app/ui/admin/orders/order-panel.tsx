import { Printer } from 'lucide-react'
import type { AdminOrderDetails } from '../../../modules/orders/find-admin-order.ts'
import type { ReadySentence } from '../../../modules/orders/messages/ready-sentences.ts'
import type { ReturnPhoto } from '../../../modules/returns/list-photos.ts'
import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import { formatDate } from '../../../rules/dates.ts'
import { deliveryFacts } from '../../../rules/messages/words/delivery.ts'
import { nothingToPay, orderSums } from '../../../rules/messages/words/order-sums.ts'
import { ORDER_REVIEW_TEXTS } from '../../../rules/messages/words/orders.ts'
import {
  isPackable,
  isReleasable,
  isWaiting,
  type PostalAddress,
  toPay,
} from '../../../rules/orders/orders.ts'
import { isSettled } from '../../../rules/payments/payment-transitions.ts'
import { Link } from '../../kit/link.tsx'
import type { InsteadOf } from '../../shop/returns/returned-line.tsx'
import { Badge } from '../badge.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { Refunds, type RefundsMoney } from '../refunds/refunds.tsx'
import { Returns } from '../returns/returns.tsx'
import { PayLink } from './drafts/pay-link.tsx'
import { Lines, Sums } from './lines.tsx'
import { Messages, type RefusedAnswer } from './messages.tsx'
import { History, Stamps } from './order-history.tsx'
import { PackForm } from './pack-form.tsx'
import { AskProvider, PaymentAttempts, type ShownAttempt } from './payment-attempts.tsx'
import type { PickLine } from './pick-list.tsx'
import { ReleaseForm } from './release-form.tsx'
import { Advice } from './review.tsx'
import { StaffNotes, Tags } from './staff-notes.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type MoveConflict, StatusForm } from './status-form.tsx'
import { WaybillForm } from './waybill-form.tsx'

/** All about one order, and what can be done with it. */
export const OrderPanel = ({
  order,
  tags,
  conflict,
  refused,
}: {
  /** With the link by which its customer opens it. */
  order: AdminOrderDetails & {
    link: string
    /** The status that was just set, and for how long it can be taken back. */
    undo: { move: number; leftMs: number } | null
    lines: PickLine[]
    money:
      | (RefundsMoney & {
          returns: ListedReturns
          choices: InsteadOf
          photos: readonly ReturnPhoto[]
          nextReturn: string
        })
      | null
    sentences: readonly ReadySentence[]
  }
  /** The tags that are kept. */
  tags: readonly string[]
  conflict: MoveConflict | null
  refused: RefusedAnswer | null
}) => (
  <SidePanel name="order" title={order.orderNumber}>
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge status={order.status} />
      <Badge tone={order.paidAt ? 'good' : 'plain'}>
        {toPay(order) === 0 ? nothingToPay(order) : order.paidAt ? 'Paid' : 'Not paid'}
      </Badge>
      <span className="ml-auto flex flex-wrap gap-2">
        <PaperLink order={order.orderNumber} paper="slip" label="Packing slip" />
        <PaperLink order={order.orderNumber} paper="invoice" label="Invoice" />
      </span>
    </div>
    {order.reviewReason ? (
      <div className="rounded-card border-2 border-clay p-3">
        <Badge tone="bad">{ORDER_REVIEW_TEXTS[order.reviewReason]}</Badge>
        <Advice
          order={{
            ...order,
            reviewReason: order.reviewReason,
            received: receivedFor(order.attempts),
          }}
        />
      </div>
    ) : null}
    <Part title="Set status to">
      <StatusForm order={{ ...order, isPaid: order.paidAt !== null }} conflict={conflict} />
    </Part>
    {isWaiting(order) ? <PayLink order={order} /> : null}
    {isPackable(order) ? (
      <Part title="Packing">
        <PackForm key={order.version} order={order} />
      </Part>
    ) : null}
    {order.anonymizedAt && order.messages.length === 0 ? null : (
      <Messages order={order} refused={refused} />
    )}
    {isReleasable(order) && order.hasReleaseCode ? (
      <Part title="Release parcel">
        <ReleaseForm key={order.version} order={order} />
      </Part>
    ) : null}
    {order.anonymizedAt ? null : (
      <Part title="Waybill">
        <WaybillForm key={order.version} order={order} />
      </Part>
    )}
    <Part title="Items">
      <Lines lines={order.lines} />
      <Sums rows={orderSums(order)} />
    </Part>
    {order.money ? (
      <>
        <Returns
          order={{ ...order, nextReturn: order.money.nextReturn }}
          returns={order.money.returns}
          choices={order.money.choices}
          photos={order.money.photos}
          settle={order.money}
        />
        <Refunds order={{ ...order, nextRefund: order.money.nextRefund }} {...order.money} />
      </>
    ) : null}
    <Part title="Customer and delivery">
      {order.anonymizedAt ? <Anonymized at={order.anonymizedAt} /> : <Customer order={order} />}
      <dl className="mt-1">
        {deliveryFacts(order).map(([label, text]) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {order.notes ? (
        <p className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
          “{order.notes}”
        </p>
      ) : null}
    </Part>
    <Tags order={order} kept={tags} />
    <StaffNotes order={order} />
    <Part title="Payment attempts">
      <PaymentAttempts attempts={order.attempts} />
      {order.attempts.some((attempt) => !isSettled(attempt)) ? (
        <AskProvider about="order" id={order.id} />
      ) : null}
    </Part>
    <Stamps order={order} />
    <History history={order.history} />
  </SidePanel>
)

const Customer = ({ order }: { order: AdminOrderDetails }) => (
  <>
    <address className="not-italic wrap-anywhere">
      {order.firstName} {order.lastName}
      <br />
      {order.email ? (
        <a
          href={`mailto:${order.email}`}
          className="inline-flex min-h-11 items-center text-lake underline"
        >
          {order.email}
        </a>
      ) : (
        'No email'
      )}
      <br />
      <a
        href={`tel:${order.phone.replaceAll(' ', '')}`}
        className="inline-flex min-h-11 items-center text-lake underline"
      >
        {order.phone}
      </a>
    </address>
    <Address label="Deliver to" address={order.shippingAddress} />
    <CopyButton text={addressLines(order.shippingAddress)} label="Copy address" />
    {isSame(order.shippingAddress, order.billingAddress) ? null : (
      <Address label="Bill to" address={order.billingAddress} />
    )}
  </>
)

const Anonymized = ({ at }: { at: Date }) => (
  <p>Name, phone number, email and addresses were erased on {formatDate(at)}.</p>
)

const receivedFor = (attempts: readonly ShownAttempt[]) =>
  attempts.flatMap(({ paidAmount, paidCurrency }) =>
    paidAmount === null ? [] : [{ amount: paidAmount, currency: paidCurrency ?? '' }],
  )

const PaperLink = ({ order, paper, label }: { order: string; paper: string; label: string }) => (
  <Link
    to={`/admin/orders/${order}/${paper}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center gap-1.5 rounded-card px-2 font-semibold text-lake hover:underline"
  >
    <Printer aria-hidden size={18} /> {label}
    <span className="sr-only">(opens in a new tab)</span>
  </Link>
)

const addressLines = (to: PostalAddress) =>
  [`${to.firstName} ${to.lastName}`, to.phone, to.address, `${to.city}, ${to.district}`].join('\n')

const isSame = (a: PostalAddress, b: PostalAddress) =>
  (Object.keys(a) as (keyof PostalAddress)[]).every((field) => a[field] === b[field])

const Address = ({ label, address }: { label: string; address: PostalAddress }) => (
  <div className="mt-1 wrap-anywhere">
    <p className="text-sm text-quiet">{label}</p>
    <p>
      {address.firstName} {address.lastName}, {address.phone}
      <br />
      {address.address}
      <br />
      {address.city}, {address.district}
    </p>
  </div>
)
