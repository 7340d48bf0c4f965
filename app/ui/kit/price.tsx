import { formatKwacha, percentOff } from '../../rules/money.ts'

/** A price in kwacha, with the old one crossed out. */
export function Price({
  price,
  comparePrice,
  className = '',
}: {
  price: number
  comparePrice?: number | null
  className?: string
}) {
  const off = percentOff(price, comparePrice)
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <span className="font-bold">{formatKwacha(price)}</span>
      {off > 0 && comparePrice ? (
        <s className="text-[0.85em] text-quiet">
          <span className="sr-only">Before: </span>
          {formatKwacha(comparePrice)}
        </s>
      ) : null}
    </p>
  )
}
