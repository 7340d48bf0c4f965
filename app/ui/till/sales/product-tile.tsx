import { noPictureOf } from '../../../rules/messages/catalogue/choice.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { hasOwnPicture, type TillProduct } from '../../../rules/till/till-events.ts'

const onHandOf = ({ variants }: TillProduct) =>
  variants.reduce((sum, { onHand }) => sum + Math.max(0, onHand), 0)

/** Formats how many units are on hand. */
export function formatOnHand(onHand: number | null) {
  if (onHand === null) return 'Always in stock'
  return onHand <= 0 ? 'None left' : `${formatAmount(onHand)} on hand`
}

export const SmallPicture = ({
  picture,
  className,
}: {
  picture: string | null
  className: string
}) =>
  picture ? (
    <img
      // Before `src`, because WebKit loads the picture as soon as `src` is set.
      loading="lazy"
      decoding="async"
      src={picture}
      alt=""
      className={`bg-sand object-cover ${className}`}
    />
  ) : (
    <span aria-hidden className={`cloth-shells block bg-sand ${className}`} />
  )

/** A note that the picture does not show this color. */
export const PictureNote = ({
  product,
  color,
}: {
  product: Pick<TillProduct, 'colorPictures'>
  color: string | null
}) =>
  color === null || hasOwnPicture(product, color) ? null : (
    <p className="text-sm text-quiet">{noPictureOf(color)}</p>
  )

export function ProductTile({
  product,
  onPick,
}: {
  product: TillProduct
  onPick: (product: TillProduct) => void
}) {
  const onHand = product.isTracked ? onHandOf(product) : null
  const hasNone = onHand !== null && onHand <= 0
  return (
    <button
      type="button"
      onClick={() => onPick(product)}
      className="flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-sheet text-left hover:border-edge active:bg-sand"
    >
      <SmallPicture
        picture={product.picture}
        className={`aspect-4/3 w-full object-top ${hasNone ? 'opacity-40 grayscale' : ''}`}
      />
      <span className="flex grow flex-col px-2 pt-1.5 pb-2">
        <span className="line-clamp-2 text-sm leading-snug">{product.name}</span>
        <span className="mt-auto pt-1 font-bold tabular-nums">{formatKwacha(product.price)}</span>
        <span
          className={`text-xs ${hasNone ? 'font-semibold text-alarm' : onHand !== null && onHand <= 5 ? 'font-semibold text-clay' : 'text-quiet'}`}
        >
          {formatOnHand(onHand)}
        </span>
      </span>
    </button>
  )
}
