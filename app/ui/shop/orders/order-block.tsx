import type { ReactNode } from 'react'
import {
  deliveryFacts,
  isPickup,
  type OrderDelivery,
} from '../../../rules/messages/checkout/delivery.ts'
import { nextStepFacts, stepFacts } from '../../../rules/messages/orders/order-facts.ts'
import { bannerOf, statusWords } from '../../../rules/messages/orders/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { countShipped } from '../../../rules/orders/shipments.ts'
import { Icon } from '../../kit/icon.tsx'
import { ReviewLink } from '../reviews/review-link.tsx'
import { PACKAGE_CHECK, TRUCK } from '../shapes.ts'
import { Fact } from './fact.tsx'
import { Lines, type OrderContents, Sums } from './order-contents.tsx'
import { Parcels, type ShownParcel } from './parcels.tsx'

export type ShownOrder = OrderDelivery & {
  orderNumber: string
  status: OrderStatus
  isUnderReview?: boolean
  createdAt: Date
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  /** Only for a reader who may know it. */
  releaseCode?: string | null
  /** For an order that is sent in parts; `progress` for a reader who may not know its lines. */
  parcels?: readonly ShownParcel[]
  progress?: { shipped: number; all: number } | null
}

const CHIPS: Record<OrderStatus, string> = {
  pending: 'bg-sand text-ink',
  processing: 'bg-sun text-ink',
  shipped: 'bg-lake text-white',
  delivered: 'bg-leaf text-white',
  cancelled: 'bg-sand text-quiet',
}

const StatusChip = ({ order }: { order: ShownOrder }) => (
  <span className={`rounded-full px-3 py-1 text-sm font-semibold ${CHIPS[order.status]}`}>
    {statusWords(order)}
  </span>
)

function Banner({ order }: { order: ShownOrder }) {
  const banner = bannerOf(order)
  if (!banner) return null
  const isThere = order.status === 'delivered' || isPickup(order)
  return (
    <div
      className={`flex items-center gap-3 px-5 py-3 md:px-6 ${isThere ? 'bg-leaf-wash text-leaf' : 'bg-lake-wash text-lake-deep'}`}
    >
      <Icon shape={isThere ? PACKAGE_CHECK : TRUCK} />
      <div>
        <p className="mt-0! font-semibold">{banner.title}</p>
        {banner.text ? <p className="mt-0! text-sm">{banner.text}</p> : null}
      </div>
    </div>
  )
}

type ShownFact = readonly [label: string, text: string]

const withLines = (parcels: readonly ShownParcel[]) => parcels.map(({ lines = [] }) => ({ lines }))

/**
 * An order as every page of the shop shows it: its state and, for a reader who may know them, its lines and price.
 * `children`: acts, shown below it.
 */
export function OrderBlock({
  order,
  contents,
  title = order.orderNumber,
  dates,
  more = [],
  children,
}: {
  order: ShownOrder
  contents: OrderContents | null
  /** Replaces the dates of its steps. */
  dates?: readonly ShownFact[]
  /** Further facts about it. */
  more?: readonly ShownFact[]
  /** A title that links to the order's own page. */
  title?: ReactNode
  children?: ReactNode
}) {
  const { parcels = [] } = order
  const progress = order.progress ?? countShipped(contents?.lines ?? [], withLines(parcels))
  const steps = dates ?? [
    ...stepFacts(order),
    ...nextStepFacts(order, { isPartSent: progress.shipped > 0 }),
  ]
  return (
    <article
      aria-label={`Order ${order.orderNumber}`}
      className="overflow-hidden rounded-card bg-sheet text-left"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4 md:px-6">
        <h2 className="mt-0! font-body text-lg font-bold tabular-nums">{title}</h2>
        <StatusChip order={order} />
      </header>
      <Banner order={order} />
      <dl className="mt-0! grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-3 px-5 pt-4 pb-3 md:px-6">
        {[...steps, ...deliveryFacts(order), ...more].map(([label, text]) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        {contents?.refundedAmount ? (
          <Fact label="Refunded">{formatKwacha(contents.refundedAmount)}</Fact>
        ) : null}
      </dl>
      {order.releaseCode ? (
        <p className="mx-5 mb-3 rounded-card bg-lake-wash px-4 py-3 text-sm text-lake-deep md:mx-6">
          Give the release code when you get the parcel: it is not handed over without it.
        </p>
      ) : null}
      {contents ? <Lines lines={contents.lines} /> : null}
      {parcels.length > 0 ? (
        <Parcels
          parcels={parcels}
          progress={progress}
          lines={contents?.lines ?? []}
          order={order}
        />
      ) : null}
      {contents && bannerOf(order) ? <ReviewLink lines={contents.lines} /> : null}
      {contents || children ? (
        <footer className="flex flex-row-reverse flex-wrap items-end justify-between gap-4 border-t border-line bg-sand px-5 py-4 md:px-6">
          {contents ? <Sums contents={contents} /> : null}
          {children}
        </footer>
      ) : null}
    </article>
  )
}
