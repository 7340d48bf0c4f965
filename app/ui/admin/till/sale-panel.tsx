import type { AdminSaleDetails } from '../../../modules/till/sales/find-admin-sale.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatReviewNotes } from '../../../rules/messages/till/review.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { mobileAmount, type PaidParts, tendersOf } from '../../../rules/till/tenders.ts'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { Lines, type ShownLine, Sums } from '../orders/lines.tsx'
import { SaleBadge } from '../orders/status-badge.tsx'
import { AskProvider, PaymentAttempts } from '../payments/payment-attempts.tsx'
import { DoneForm, ReviewAdvice } from './review.tsx'
import { ShortSale, type ShortSaleForms } from './short-sale.tsx'

/** `Cash`, `PayChangu`, `Voucher`, or several for a split sale. */
export const paidBy = (parts: PaidParts) =>
  tendersOf(parts)
    .map((one) => ({ cash: 'Cash', mobile: 'PayChangu', credit: 'Voucher' })[one])
    .join(' and ')

type SaleLine = ShownLine & { discount: number; missing: number; isUnknown: boolean }
type Return = AdminSaleDetails['returns'][number]

const LATE_MS = 5 * 60_000
/** Sales from before there were shifts have no real time of arrival. */
const isLate = ({ shiftId, receivedAt, createdAt }: AdminSaleDetails) =>
  shiftId !== null && receivedAt.getTime() - createdAt.getTime() > LATE_MS

/** The details of one sale at the till. */
export const SalePanel = ({
  sale,
  forms = null,
}: {
  sale: AdminSaleDetails
  forms?: ShortSaleForms | null
}) => (
  <SidePanel name="sale" title={sale.saleNumber}>
    <div>
      <SaleBadge status={sale.paymentStatus} />
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 wrap-anywhere">
        <dt className="text-quiet">Sold</dt>
        <dd>{formatDateTime(sale.createdAt)}</dd>
        {isLate(sale) ? (
          <>
            <dt className="text-quiet">Arrived</dt>
            <dd>{formatDateTime(sale.receivedAt)}, sold without a network</dd>
          </>
        ) : null}
        <dt className="text-quiet">By</dt>
        <dd>{sale.cashier}</dd>
        <dt className="text-quiet">Till</dt>
        <dd>{sale.till ?? 'Not known'}</dd>
        {sale.shiftId ? (
          <>
            <dt className="text-quiet">Shift</dt>
            <dd>
              <Link
                to={`/admin/shifts?shift=${sale.shiftId}`}
                className="-my-2 inline-flex min-h-11 items-center text-lake underline underline-offset-4"
              >
                Open its shift
              </Link>
            </dd>
          </>
        ) : null}
        <dt className="text-quiet">Paid by</dt>
        <dd>{paidBy(sale)}</dd>
        {sale.approvedBy ? (
          <>
            <dt className="text-quiet">Discount approved by</dt>
            <dd>{sale.approvedBy}</dd>
          </>
        ) : null}
        <dt className="text-quiet">Customer</dt>
        <dd>{[sale.customerName, sale.customerPhone].filter(Boolean).join(', ') || 'Not named'}</dd>
      </dl>
      {sale.notes ? (
        <p className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
          “{sale.notes}”
        </p>
      ) : null}
    </div>
    {sale.reviewReasons.length > 0 || sale.reviewNotes.length > 0 || sale.handledNote ? (
      <ReviewPart sale={sale} />
    ) : null}
    <ShortSale sale={sale} forms={forms} />
    <Part title={sale.voucherAmount > 0 ? 'Gift voucher' : 'Items'}>
      {sale.voucherAmount > 0 ? (
        <p>
          {sale.paymentStatus === 'completed' ? (
            <>
              A voucher was sold: no revenue until it is spent.{' '}
              <Link
                to={`/admin/credit?credit=${sale.id}`}
                className="text-lake underline underline-offset-4"
              >
                Open its code
              </Link>
            </>
          ) : (
            'A voucher: its code is made when it is paid.'
          )}
        </p>
      ) : null}
      <Lines lines={sale.lines.map((line) => ({ ...line, note: oddWords(line) }))} />
      <Sums rows={totalRows(sale)} />
    </Part>
    {sale.cashAmount > 0 || sale.creditAmount > 0 || sale.unpaidAmount > 0 ? (
      <Part title="Paid">
        <Sums rows={paidRows(sale)} />
        {sale.credit && sale.credit.taken < sale.creditAmount ? (
          <p className="text-sm text-quiet">
            Of the code {formatKwacha(sale.credit.taken)} are taken at present.
          </p>
        ) : null}
      </Part>
    ) : null}
    {sale.returns.length > 0 ? <Returns returns={sale.returns} /> : null}
    {sale.paymentMethod === 'paychangu' ? (
      <Part title="Payment attempts">
        <PaymentAttempts attempts={sale.attempts} />
        <AskProvider about="sale" id={sale.id} />
      </Part>
    ) : null}
  </SidePanel>
)

const oddWords = ({ discount, missing, isUnknown }: SaleLine) =>
  [
    discount > 0 && `${formatKwacha(discount)} off`,
    missing > 0 && `${missing} not in stock by the books`,
    isUnknown && 'no longer in the shop’s list',
  ]
    .filter(Boolean)
    .join(' · ')

function totalRows(sale: AdminSaleDetails) {
  const offLines = sale.lines.reduce((sum, { discount }) => sum + discount, 0)
  const offSale = sale.discountAmount - offLines
  return [
    ['Subtotal', formatKwacha(sale.subtotal)] as const,
    ...(offLines > 0 ? [['Line discounts', formatKwacha(-offLines)] as const] : []),
    ...(offSale > 0 ? [['Discount on the sale', formatKwacha(-offSale)] as const] : []),
    ...(sale.taxAmount > 0 ? [['Tax', formatKwacha(sale.taxAmount)] as const] : []),
    ['Total', formatKwacha(sale.totalAmount)] as const,
  ]
}

const paidRows = (sale: AdminSaleDetails) => [
  ...(sale.creditAmount > 0
    ? [
        [
          `By the code${sale.credit ? ` …${sale.credit.ending}` : ''}`,
          formatKwacha(sale.creditAmount),
        ] as const,
      ]
    : []),
  ...(mobileAmount(sale) > 0
    ? [['By mobile money', formatKwacha(mobileAmount(sale))] as const]
    : []),
  ...(sale.cashAmount > 0 ? cashRows(sale) : []),
  ...(sale.unpaidAmount > 0 ? [['Not paid', formatKwacha(sale.unpaidAmount)] as const] : []),
  ...exchangeRows(sale),
]

const exchangeRows = ({ exchange }: AdminSaleDetails) =>
  exchange
    ? [[`Of that, by what came back of ${exchange.number}`, formatKwacha(exchange.amount)] as const]
    : []

const cashRows = ({ cashAmount, cashGiven }: AdminSaleDetails) => [
  ['In cash', formatKwacha(cashAmount)] as const,
  ...(cashGiven === null
    ? []
    : [
        ['Cash given', formatKwacha(cashGiven)] as const,
        ['Change', formatKwacha(cashGiven - cashAmount)] as const,
      ]),
]

const reviewTitle = ({ reviewReasons, handledAt }: AdminSaleDetails) =>
  handledAt ? 'Seen to' : reviewReasons.length > 0 ? 'Needs a person' : 'Noted when it came'

/** Why the sale is under review, or who handled it; its notes stay readable. */
const ReviewPart = ({ sale }: { sale: AdminSaleDetails }) => (
  <Part title={reviewTitle(sale)}>
    {sale.handledAt ? (
      <p>
        By {sale.handledBy}, {formatDateTime(sale.handledAt)}
      </p>
    ) : null}
    <div className="grid gap-2">
      <ReviewAdvice reviewReasons={sale.reviewReasons} soldItems={sale.lines} />
      {sale.reviewNotes.length > 0 || sale.handledNote ? (
        <p className="rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
          {formatReviewNotes(sale.reviewNotes, sale.handledNote)}
        </p>
      ) : null}
      {sale.handledAt || sale.reviewReasons.length === 0 ? null : (
        <DoneForm
          kind="sale"
          id={sale.id}
          reviewReasons={sale.reviewReasons}
          isOwn={sale.isOwn}
          label={`with ${sale.saleNumber}, in its details`}
        />
      )}
    </div>
  </Part>
)

const Returns = ({ returns }: { returns: readonly Return[] }) => (
  <Part title="Returns">
    <ul>
      {returns.map((back) => (
        <li key={back.id} className="border-t border-line py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              {formatDateTime(back.at)}, {back.cashier}
            </span>
            <span className="tabular-nums">{formatKwacha(-back.refund)}</span>
          </p>
          {back.lines.map((line) => (
            <p key={`${line.name} ${line.quantity} ${line.amount}`} className="text-sm">
              {line.quantity} × {line.name},{' '}
              {line.isRestocked ? 'back on the shelf' : 'written off'}
            </p>
          ))}
          <p className="text-sm text-quiet wrap-anywhere">
            {back.creditAmount > 0
              ? `${formatKwacha(back.creditAmount)} of it back on the code. `
              : ''}
            “{back.reason}”{back.exchange ? ` Taken instead: ${back.exchange}` : ''}
          </p>
          {back.reviewReasons.length > 0 && !back.handledAt ? (
            <Badge tone="bad">Needs a person</Badge>
          ) : null}
        </li>
      ))}
    </ul>
  </Part>
)
