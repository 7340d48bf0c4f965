import type { ReactNode } from 'react'
import type { Offer } from '../../../../rules/catalogue/product-detail.ts'
import { formatPreorder } from '../../../../rules/messages/stock/preorders.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'

const CHIP =
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold hover:bg-sand has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake'
// Crosses out what is not available with the rest of the choice; it can still be chosen.
const CROSSED =
  'border-dashed text-quiet after:absolute after:inset-x-1 after:top-1/2 after:h-px after:-rotate-12 after:bg-current'

const describe = ({ isMissing, isSoldOut, preorder }: Offer, other: string | null) =>
  isMissing
    ? `, not made in ${other}`
    : preorder
      ? `, ${formatPreorder(preorder.from)}`
      : isSoldOut
        ? ', sold out'
        : ''

/** The sizes or the colors. A missing choice is reported beside them; without scripts the first one gets the focus. */
export function Group({
  name,
  label,
  chosen,
  missing,
  prefix = '',
  children,
}: {
  name: 'size' | 'color'
  label: string
  chosen: string | null
  missing: Toast | null
  prefix?: string | undefined
  children: ReactNode
}) {
  const message = missing?.missing === name ? missing : null
  const id = `${prefix}${name}-missing`
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={message ? true : undefined}
      aria-describedby={message ? id : undefined}
      className={message ? 'border-l-4 border-alarm pl-3' : undefined}
    >
      <legend className="mb-2 font-semibold">
        {label}
        {chosen ? <span className="font-normal">: {chosen}</span> : null}
      </legend>
      {message ? (
        <div id={id} className="mb-2 text-alarm">
          <p className="font-semibold">{message.title}</p>
          <p className="text-sm">{message.description}</p>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  )
}

/** One size or color; a crossed-out one can still be chosen. */
export const Chip = ({
  name,
  value,
  isFirst,
  isChosen,
  onChoose,
  offer,
  other,
  mark = '',
  children,
}: {
  name: 'size' | 'color'
  value: string
  /** Whether it gets the focus because a choice is missing, also without scripts. */
  isFirst: boolean
  isChosen: boolean
  onChoose: () => void
  offer: Offer
  /** The chosen value of the other kind. */
  other: string | null
  /** An extra label: `your usual size`. */
  mark?: string
  children?: ReactNode
}) => (
  <label
    className={`${CHIP} ${offer.isMissing || (offer.isSoldOut && !offer.preorder) ? CROSSED : ''}`}
  >
    <input
      type="radio"
      name={name}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it leads to what is missing
      autoFocus={isFirst}
      value={value}
      checked={isChosen}
      onChange={onChoose}
      className="sr-only"
    />
    {children}
    {value}
    {mark ? (
      <span aria-hidden="true" className="size-2 rounded-full bg-lake ring-2 ring-paper" />
    ) : null}
    <span className="sr-only">
      {describe(offer, other)}
      {mark ? `, ${mark}` : null}
    </span>
  </label>
)
