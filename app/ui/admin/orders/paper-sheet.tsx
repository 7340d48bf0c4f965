import type { ReactNode } from 'react'
import type { OwnRefund } from '../../../modules/refunds/list-refunds.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatLinePicture } from '../../../rules/messages/catalogue/choice.ts'
import { nothingToPay, orderSums } from '../../../rules/messages/orders/order-sums.ts'
import { formatRefund } from '../../../rules/messages/refunds/words.ts'
import { formatPreorderLine } from '../../../rules/messages/stock/preorders.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { type PostalAddress, toPay } from '../../../rules/orders/orders.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Picture } from '../../kit/picture.tsx'
import { AddressLines } from '../../shop/orders/address-lines.tsx'
import { Barcode } from '../../till/printing/barcode.tsx'
import { PaperPage } from '../paper-page.tsx'
import { choiceOf, type ShownLine } from './lines.tsx'
import { RiderCode } from './papers/rider-code.tsx'

export const PAPERS = { slip: 'Packing slip', invoice: 'Invoice' } as const
export type Paper = keyof typeof PAPERS

/** The order as a paper shows it; customers print the invoice as well (routes/shop/orders/invoice.tsx). */
export type PaperOrder = {
  orderNumber: string
  createdAt: Date
  paidAt: Date | null
  /** The channel of the payment. */
  channel: string | null
  shippingAddress: PostalAddress
  billingAddress: PostalAddress
  courierId: string
  courierName: string
  /** Where it is collected; null: delivered to the door. */
  collectAt: string | null
  waybill: string | null
  /** The customer's own notes, for the parcel. */
  notes?: string | null
  lines: ShownLine[]
  subtotal: number
  discountAmount: number
  coveredAmount?: number | undefined
  discountCode: string | null
  isFreeDelivery: boolean
  totalAmount: number
  creditAmount: number
  /** The number of the parcel, when the paper is for one parcel only. */
  parcel?: number
  /** The link by which a rider hands it over. */
  riderUrl?: string | null
  /** Refunds of the order. */
  refunds: readonly OwnRefund[]
}

/** The order as a slip shows it: without prices. */
export type SlipOrder = Pick<
  PaperOrder,
  | 'orderNumber'
  | 'createdAt'
  | 'shippingAddress'
  | 'courierName'
  | 'collectAt'
  | 'waybill'
  | 'notes'
  | 'parcel'
  | 'riderUrl'
> & { lines: readonly PaperLine[] }
/** `shelf`: where the item is stored, for whoever packs. */
type PaperLine = ShownLine & { shelf?: string | null }

/** A sheet to print: a slip for the parcel, without prices, or an invoice, with them. */
export const PaperSheet = ({ order, paper }: { order: PaperOrder; paper: Paper }) => (
  <PaperPage width="max-w-3xl">
    {paper === 'slip' ? <Slip order={order} /> : <InvoiceSheet order={order} />}
  </PaperPage>
)

/** The slip of one order; `isPart`: the document has several. */
export const Slip = ({ order, isPart = false }: { order: SlipOrder; isPart?: boolean }) => (
  <>
    <SheetHead title={PAPERS.slip} order={order} isPart={isPart}>
      {/* The till scans it when the parcel is handed over. */}
      <div className="mt-2 w-56 max-w-full">
        <Barcode code={order.orderNumber} />
      </div>
    </SheetHead>
    <div className={BLOCKS}>
      <DeliverTo order={order} />
      <div className="min-w-0 wrap-anywhere">
        <h2 className="font-body text-sm font-bold">Courier</h2>
        <p>{order.courierName}</p>
        {order.collectAt ? <p>To be collected: {order.collectAt}</p> : null}
        {order.waybill ? <p className="tabular-nums">Waybill {order.waybill}</p> : null}
        {order.notes ? (
          <>
            <h2 className="mt-2 font-body text-sm font-bold">Note of the customer</h2>
            <p className="whitespace-pre-line wrap-anywhere">{order.notes}</p>
          </>
        ) : null}
        {order.riderUrl ? <RiderCode url={order.riderUrl} /> : null}
      </div>
    </div>
    {order.lines.length > 0 ? (
      <LinesTable lines={order.lines} />
    ) : (
      <p className="font-bold">Nothing of this order is to be packed.</p>
    )}
    <footer className={FOOT}>
      Thank you for your purchase! Something is not right? Call {settings().supportPhone} within{' '}
      {settings().returnsDays} days.
    </footer>
  </>
)

const InvoiceSheet = ({ order }: { order: PaperOrder }) => (
  <>
    <SheetHead title={PAPERS.invoice} order={order}>
      <p>{paidText(order)}</p>
    </SheetHead>
    <div className={BLOCKS}>
      <DeliverTo order={order} />
      <AddressBlock title="Bill to" address={order.billingAddress} />
    </div>
    <LinesTable lines={order.lines} totals={<Totals order={order} />} />
    <ul className="mt-4 text-right empty:hidden">
      {order.refunds.map((refund) => (
        <li key={refund.id}>{formatRefund(refund)}</li>
      ))}
    </ul>
    <footer className={FOOT}>Thank you for your purchase!</footer>
  </>
)

const BLOCKS = 'grid gap-6 py-5 sm:grid-cols-2 print:grid-cols-2'
const FOOT = 'mt-8 border-t border-black pt-3 text-sm'

function SheetHead({
  title,
  order,
  isPart = false,
  children,
}: {
  title: string
  order: SlipOrder
  isPart?: boolean
  children: ReactNode
}) {
  const Title = isPart ? 'h2' : 'h1'
  return (
    <header className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-b-2 border-black pb-4">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-display text-3xl">{settings().name}</p>
        <address className="mt-1 text-sm not-italic">
          {settings().address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <span className="block">{settings().phones.join(', ')}</span>
          <span className="block">{settings().ordersEmail}</span>
        </address>
      </div>
      <div className="min-w-0 wrap-anywhere sm:text-right">
        <Title className="text-2xl">{title}</Title>
        <p className="text-lg font-bold tabular-nums">{order.orderNumber}</p>
        {order.parcel ? <p className="font-bold">Parcel {order.parcel}</p> : null}
        <p>Ordered {formatDate(order.createdAt)}</p>
        {children}
      </div>
    </header>
  )
}

const DeliverTo = ({ order }: { order: SlipOrder }) => (
  <AddressBlock
    title={order.collectAt ? 'Kept for' : 'Deliver to'}
    address={order.shippingAddress}
  />
)

function paidText({ paidAt, channel, ...order }: PaperOrder) {
  if (toPay(order) === 0) return nothingToPay(order)
  if (!paidAt) return 'Not paid yet'
  return `Paid ${formatDate(paidAt)}${channel ? ` by ${channel}` : ''}`
}

const AddressBlock = ({ title, address }: { title: string; address: PostalAddress }) => (
  <div className="min-w-0 wrap-anywhere">
    <h2 className="font-body text-sm font-bold">{title}</h2>
    <p>
      <AddressLines address={address} />
      <br />
      {address.phone}
    </p>
  </div>
)

const CELL = 'pr-3 align-top last:pr-0 sm:border-b sm:border-black/30 sm:py-2'

/** On a phone the cells of a line wrap below one another. */
const LinesTable = ({ lines, totals }: { lines: readonly PaperLine[]; totals?: ReactNode }) => (
  <table className="w-full text-left max-sm:block">
    <thead className="max-sm:sr-only">
      <tr className="[&>th]:border-b [&>th]:border-black [&>th]:py-1 [&>th]:pr-3 [&>th]:text-sm [&>th:last-child]:pr-0">
        {totals ? null : (
          <th scope="col" className="w-10">
            <span className="sr-only">Packed</span>
          </th>
        )}
        <th scope="col">Quantity</th>
        <th scope="col">Article</th>
        <th scope="col">SKU</th>
        {totals ? (
          <>
            <th scope="col" className="text-right">
              Each
            </th>
            <th scope="col" className="text-right">
              Total
            </th>
          </>
        ) : null}
      </tr>
    </thead>
    <tbody className="max-sm:block">
      {lines.map((line) => (
        <tr
          key={line.id}
          className="break-inside-avoid max-sm:flex max-sm:flex-wrap max-sm:border-b max-sm:border-black/30 max-sm:py-2"
        >
          {totals ? null : (
            <td className={CELL}>
              <span className="sr-only">Not packed yet</span>
              <span aria-hidden className="block size-5 border-2 border-black" />
            </td>
          )}
          <td className={`${CELL} text-lg font-bold tabular-nums`}>
            {line.quantity}
            <span className="sm:hidden"> ×</span>
          </td>
          <td className={`${CELL} min-w-0 wrap-anywhere max-sm:flex-[1_1_9rem]`}>
            <div className="flex gap-3">
              {line.picture ? (
                <div className="w-12 shrink-0">
                  <Picture picture={line.picture} alt="" sizes="96px" eager />
                </div>
              ) : null}
              <div className="min-w-0">
                {line.name}
                {choiceOf(line) ? <span className="block text-sm">{choiceOf(line)}</span> : null}
                {line.shelf ? (
                  <span className="block text-sm font-semibold">Shelf {line.shelf}</span>
                ) : null}
                <span className="block text-sm empty:hidden">{formatPreorderLine(line)}</span>
                <span className="block text-sm empty:hidden">
                  {formatLinePicture(line.picture)}
                </span>
              </div>
            </div>
          </td>
          <td className={`${CELL} min-w-0 text-sm wrap-anywhere max-sm:basis-full`}>{line.sku}</td>
          {totals ? (
            <>
              <td className={`${CELL} text-right whitespace-nowrap tabular-nums`}>
                <span className="sm:hidden">Each </span>
                {formatKwacha(line.price)}
              </td>
              <td className={`${CELL} text-right whitespace-nowrap tabular-nums max-sm:ml-auto`}>
                {formatKwacha(line.total)}
              </td>
            </>
          ) : null}
        </tr>
      ))}
    </tbody>
    {totals}
  </table>
)

const Totals = ({ order }: { order: PaperOrder }) => (
  <tfoot className="max-sm:block [&>:last-child]:text-lg [&>:last-child]:font-bold">
    {orderSums(order).map(([label, amount]) => (
      <tr key={label} className="max-sm:flex max-sm:flex-wrap max-sm:justify-between">
        <th
          scope="row"
          colSpan={4}
          className="min-w-0 py-1 pr-3 text-right font-[inherit] wrap-anywhere max-sm:flex-[1_1_7rem] max-sm:text-left"
        >
          {label}
        </th>
        <td className="ml-auto py-1 text-right whitespace-nowrap tabular-nums">{amount}</td>
      </tr>
    ))}
  </tfoot>
)
