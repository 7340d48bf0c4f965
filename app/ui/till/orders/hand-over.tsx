import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../rules/dates.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { MOST_RELEASE_TRIES } from '../../../rules/orders/orders.ts'
import type { Parcel } from '../../../rules/orders/parcel.ts'
import { beep } from '../kit/beep.ts'
import { MainPress } from '../kit/buttons.tsx'
import { Fact } from '../kit/fact.tsx'
import { PinField } from '../kit/number-pad.tsx'
import { notifyRefusal } from '../notify.ts'
import { askServer } from '../payments/mobile/ask-server.ts'
import { SmallPicture } from '../sales/product-tile.tsx'

const DIGITS = 4

/** A parcel with its customer, its contents and whether it is paid; the code that the customer says hands it over. */
export function HandOver({
  parcel,
  onDone,
  onRefused,
}: {
  parcel: Parcel
  onDone: () => void
  /** Fewer tries are left, or somebody else has changed the parcel. */
  onRefused: () => void
}) {
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const press = useRef<{ code: string; request: string } | null>(null)
  const release = async () => {
    if (isBusy || code.length < DIGITS) return
    // A retry after a lost answer has the same request id, so that it counts as one try: five wrong codes end
    // the trying.
    if (press.current?.code !== code) press.current = { code, request: crypto.randomUUID() }
    setBusy(true)
    const answer = await askServer('/admin/pos/parcels', {
      body: { orderId: parcel.orderId, parts: parcel.parts, ...press.current },
    })
    setBusy(false)
    if (answer.ok) {
      beep('good')
      return onDone()
    }
    // The code stays typed, because it may not have been tried yet and is tried again.
    if (answer.why !== 'refused')
      return notifyRefusal(answer.why === 'signed-out' ? 'till-signed-out' : 'till-offline')
    beep('bad')
    setError(answer.message)
    press.current = null
    setCode('')
    onRefused()
  }
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-6">
      <Contents parcel={parcel} />
      <form
        className="grid content-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void release()
        }}
      >
        <p role="alert" className="font-semibold text-alarm empty:hidden">
          {error}
        </p>
        {parcel.triesLeft === 0 ? (
          <NoTryLeft />
        ) : (
          <>
            <PinField
              isFirst
              isShown
              most={DIGITS}
              label="Code of the customer"
              pin={code}
              onPin={(digits) => {
                setCode(digits)
                setError('')
              }}
              onEnter={() => void release()}
            />
            <MainPress type="submit" isBusy={isBusy} disabled={code.length < DIGITS}>
              {isBusy ? 'Checking…' : 'Hand it over'}
            </MainPress>
            <p className="text-sm text-quiet">
              The customer reads it on the page of the order and in the emails about it.
              {parcel.triesLeft < MOST_RELEASE_TRIES
                ? ` ${parcel.triesLeft} of ${MOST_RELEASE_TRIES} tries are left.`
                : ''}
            </p>
          </>
        )}
      </form>
    </div>
  )
}

/** Takes the place of the form, and the focus that was in it. */
function NoTryLeft() {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <p
      ref={box}
      tabIndex={-1}
      className="rounded-card bg-clay-wash p-3 font-semibold focus:outline-none"
    >
      No code is taken any more. Make sure who it is; on Orders Management the parcel is handed over
      without the code, for a reason.
    </p>
  )
}

const Contents = ({ parcel }: { parcel: Parcel }) => (
  <div className="grid content-start gap-4">
    <dl className="grid gap-1">
      <Fact label="Order">{parcel.orderNumber}</Fact>
      <Fact label="For">
        <span className="text-lg wrap-anywhere">{parcel.customer || 'No name'}</span>
      </Fact>
      <Fact label={parcel.courier}>
        {parcel.paidAt && parcel.total === 0 ? 'Nothing to pay' : formatKwacha(parcel.total)}
      </Fact>
    </dl>
    {parcel.paidAt ? (
      <p className="font-semibold text-leaf">Paid {formatDate(parcel.paidAt)}</p>
    ) : (
      <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
        Not paid: take no money here without a sale.
      </p>
    )}
    {parcel.isPart ? (
      <p className="rounded-card bg-lake-wash p-3">
        Hand over only what is listed here: the rest of the order is still to come.
      </p>
    ) : null}
    <ul aria-label="In the parcel" className="divide-y divide-line border-y border-line">
      {parcel.lines.map((line) => (
        <li key={line.id} className="flex gap-3 py-2">
          <SmallPicture picture={line.picture} className="h-20 w-16 shrink-0 rounded-card" />
          <p className="min-w-0 grow wrap-anywhere">
            <span className="font-semibold">{line.name}</span>
            <span className="block text-sm text-quiet">{formatChoice(line) || line.sku}</span>
          </p>
          <p className="text-lg font-bold whitespace-nowrap tabular-nums">
            {formatAmount(line.quantity)} ×
          </p>
        </li>
      ))}
    </ul>
  </div>
)
