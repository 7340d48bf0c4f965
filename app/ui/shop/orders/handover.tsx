import { useEffect, useRef } from 'react'
import type { RiderParcel } from '../../../modules/orders/parcels/rider-link.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { MOST_RELEASE_TRIES } from '../../../rules/orders/orders.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'

type HandoverProps = {
  parcel: RiderParcel
  path: string
  refused: Message | null
  isSending: boolean
}

/** The page that a rider's link opens: the parcel, and the field for the customer's code. */
export function Handover({ parcel, path, refused, isSending }: HandoverProps) {
  const messageBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) messageBox.current?.focus()
  }, [refused])
  const { orderNumber, firstName, area, isCollected, triesLeft, doneAt } = parcel
  const state = doneAt ? 'done' : triesLeft === 0 ? 'locked' : 'open'
  const end = useEndFocus(state)
  if (doneAt)
    return (
      <>
        <h1 ref={end} tabIndex={-1} className="text-3xl focus:outline-none">
          Handed over
        </h1>
        <p className="mt-4 font-semibold tabular-nums">{orderNumber}</p>
        <p className="mt-1">On {formatDateTime(doneAt)}. Thank you! This link has ended.</p>
      </>
    )
  return (
    <>
      <h1 className="text-3xl">Hand over a parcel</h1>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-lg">
        {[
          ['Order', orderNumber],
          ['For', firstName],
          [isCollected ? 'Collected at' : 'In', area],
        ].map(([label, text]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0 font-semibold wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">It is paid: take no money.</p>
      <div ref={messageBox} tabIndex={-1} className="mt-4 empty:hidden focus:outline-none">
        {refused ? <NoticeBox notice={{ tone: 'bad', ...refused }} /> : null}
      </div>
      {triesLeft > 0 ? (
        <ActForm about={{}} action={path} className="mt-4 grid gap-4">
          <TextField
            label="The customer’s four figures"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
            hint={`The customer reads them on the order or in the email.${triesLeft < MOST_RELEASE_TRIES ? ` ${triesLeft} of ${MOST_RELEASE_TRIES} tries are left.` : ''}`}
          />
          <Button tone="clay" size="lg" aria-busy={isSending}>
            Hand over
          </Button>
        </ActForm>
      ) : (
        <p
          ref={end}
          tabIndex={-1}
          className="mt-4 rounded-card bg-alarm-wash p-4 font-semibold focus:outline-none"
        >
          {MOST_RELEASE_TRIES} wrong codes were tried. Keep the parcel and call the shop.
        </p>
      )}
    </>
  )
}

/** Focuses what has replaced the form, so that it is read out: the field that had the focus is removed. */
function useEndFocus(state: 'open' | 'locked' | 'done') {
  const before = useRef(state)
  const end = useRef<HTMLParagraphElement & HTMLHeadingElement>(null)
  useEffect(() => {
    if (state !== before.current) end.current?.focus()
    before.current = state
  }, [state])
  return end
}

/** The shop's phone number, for riders. */
export const CallShop = () => (
  <p className="mt-8 border-t border-line pt-4 text-sm">
    {settings().name},{' '}
    <a
      href={`tel:${settings().supportPhone.replaceAll(' ', '')}`}
      className="inline-flex min-h-11 items-center text-lake underline"
    >
      {settings().supportPhone}
    </a>
  </p>
)
