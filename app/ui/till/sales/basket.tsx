import { Minus, PackageOpen, Percent, Plus, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { formatChoice, noPictureOf } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { PricedPart } from '../../../rules/till/exchanges/paid-prices.ts'
import { lineTotal } from '../../../rules/till/till-sale.ts'
import { SignPress } from '../kit/buttons.tsx'
import { wasDone } from '../notify.ts'
import { priceLines, setQuantity } from '../store/acts.ts'
import type { Basket, BasketLine } from '../store/state.ts'
import { SmallPicture } from './product-tile.tsx'
import { Quantity } from './quantity.tsx'

/** The lines of the sale; scrolls to the newest. */
export function BasketLines({
  basket,
  onDiscount,
}: {
  basket: Pick<Basket, 'lines' | 'exchange'>
  onDiscount: (lineId: string) => void
}) {
  const { lines } = basket
  const list = useRef<HTMLUListElement>(null)
  const { length } = lines
  useEffect(() => {
    if (length > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [length])
  if (length === 0)
    return (
      <div className="grid min-h-0 grow place-content-center justify-items-center gap-3 p-6 text-center text-quiet">
        <PackageOpen aria-hidden size={40} strokeWidth={1.25} />
        <p className="max-w-60">Scan a label, or tap a product.</p>
      </div>
    )
  return (
    <ul
      ref={list}
      aria-label="Items in the cart"
      className="min-h-0 grow divide-y divide-line overflow-y-auto contain-strict"
    >
      {priceLines(basket).map(({ line, parts }) => (
        <Line
          key={line.id}
          line={line}
          price={formatPrices(parts)}
          total={parts.reduce((sum, part) => sum + lineTotal(part), 0)}
          off={parts.reduce((sum, { discount }) => sum + discount, 0)}
          onDiscount={onDiscount}
        />
      ))}
    </ul>
  )
}

/** Of a piece; with how many there are at which price, where some cost what was paid for those that come back. */
const formatPrices = (parts: readonly PricedPart[]) =>
  parts
    .map(({ quantity, unitPrice, isPaid }) =>
      [
        parts.length > 1 ? `${quantity}\u00a0×\u00a0` : '',
        formatKwacha(unitPrice),
        isPaid ? ', the price paid' : '',
      ].join(''),
    )
    .join(' + ')

const Line = memo(function Line({
  line,
  price,
  total,
  off,
  onDiscount,
}: {
  line: BasketLine
  /** Of a piece, in words. */
  price: string
  /** What is paid for it and what is off it, in kwacha. */
  total: number
  off: number
  onDiscount: (lineId: string) => void
}) {
  const set = (quantity: number) => void setQuantity(line.id, quantity).then(wasDone)
  const kind = formatChoice(line)
  const named = kind ? `${line.name}, ${kind}` : line.name
  return (
    <li className="px-3 py-1.5 [contain-intrinsic-block-size:auto_6.5rem] [content-visibility:auto]">
      <div className="flex items-start justify-between gap-3 leading-snug">
        <SmallPicture picture={line.picture} className="h-12 w-10 shrink-0 rounded-card" />
        <p className="min-w-0 grow">
          <span className="line-clamp-2 font-semibold">{line.name}</span>
          <span className="text-sm text-quiet">
            {kind ? `${kind} · ` : ''}
            {price}
          </span>
          {line.color && line.hasOwnPicture === false ? (
            <span className="block text-sm text-quiet">{noPictureOf(line.color)}</span>
          ) : null}
        </p>
        <p className="shrink-0 text-right font-bold tabular-nums">
          {formatKwacha(total)}
          {off > 0 ? (
            <span className="block text-sm font-semibold text-clay">{formatKwacha(-off)} off</span>
          ) : null}
        </p>
      </div>
      <div className="flex items-center">
        <SignPress
          Sign={Minus}
          isFramed
          aria-label={`One less: ${named}`}
          onClick={() => set(line.quantity - 1)}
        />
        <Quantity key={line.quantity} quantity={line.quantity} name={named} onSet={set} />
        <SignPress
          Sign={Plus}
          isFramed
          aria-label={`One more: ${named}`}
          onClick={() => set(line.quantity + 1)}
        />
        <SignPress
          Sign={Percent}
          className="ml-auto text-lake"
          aria-label={`Discount: ${named}`}
          onClick={() => onDiscount(line.id)}
        />
        <SignPress
          Sign={Trash2}
          className="-mr-2 text-alarm"
          aria-label={`Remove: ${named}`}
          onClick={() => set(0)}
        />
      </div>
    </li>
  )
})
