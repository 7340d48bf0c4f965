import { Fragment } from 'react'
import type { LinePicture } from '../../../rules/media/pictures.ts'
import { formatChoice, formatLinePicture } from '../../../rules/messages/catalogue/choice.ts'
import { orderSums } from '../../../rules/messages/orders/order-sums.ts'
import { formatPreorderLine } from '../../../rules/messages/stock/preorders.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { PictureItem } from '../catalogue/picture-item.tsx'

/** The lines and the price of an order. Not shown to somebody who knows only its number and email address. */
export type OrderContents = Parameters<typeof orderSums>[0] & {
  /** How much of the payment was refunded. */
  refundedAmount?: number

  lines: {
    id: string
    /** The slug of its product. */
    slug?: string | null
    /** Whether the customer has reviewed it. */
    isReviewed?: boolean
    name: string
    size: string | null
    color: string | null
    quantity: number
    price: number
    total: number
    preorderFrom?: string | null
    picture: LinePicture | null
  }[]
}

/** The lines of an order, each with its picture. */
export const Lines = ({ lines }: Pick<OrderContents, 'lines'>) => (
  <ul className="px-5 md:px-6">
    {lines.map((line) => (
      <PictureItem
        key={line.id}
        picture={line.picture}
        width={44}
        name={line.name}
        figure={formatKwacha(line.total)}
      >
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          <span className="empty:hidden">{formatChoice(line)}</span>
          <span className="whitespace-nowrap">
            {line.quantity} × {formatKwacha(line.price)}
          </span>
          <span className="empty:hidden">{formatLinePicture(line.picture)}</span>
        </p>
        <p className="text-sm font-semibold empty:hidden">{formatPreorderLine(line)}</p>
      </PictureItem>
    ))}
  </ul>
)

export const Sums = ({ contents }: { contents: OrderContents }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 tabular-nums md:gap-x-6">
    {orderSums(contents).map(([label, amount]) => (
      <Fragment key={label}>
        <dt className="wrap-anywhere last-of-type:font-semibold">{label}</dt>
        <dd className="text-right last-of-type:font-bold">{amount}</dd>
      </Fragment>
    ))}
  </dl>
)
