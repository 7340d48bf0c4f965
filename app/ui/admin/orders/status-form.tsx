import { type FormEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSearchParams } from 'react-router'
import type { Conflict } from '../../../rules/conflict.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../rules/orders/orders.ts'
import { maySetByHand } from '../../../rules/orders/shipments.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { ActForm, Refused, useRefusal } from '../../kit/forms/act-form.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { Folded } from '../form/folded.tsx'
import { isOdd, questionForOne } from './bulk-question.ts'
import { AskField } from './status/ask-field.tsx'
import { UndoForm } from './status/undo-form.tsx'
import { WaybillField } from './waybill-field.tsx'

/** `to`: the status that the order should have got. */
export type MoveConflict = Conflict & { to: OrderStatus; waybill?: string }
export type Moved = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  undo: { move: number; leftMs: number } | null
  /** Units still to be sent of an order that is sent in parts; null for one that is sent whole. */
  left: number | null
  /** Whether it is not packed yet: packing is its next step, and no status. */
  isToPack: boolean
  /** Whether its customer waits for an answer. */
  hasMessage: boolean
  paidAt: Date | null
  courierName: string
  waybill: string | null
  /** Whether it is sent whole and its customer is known, who reads the waybill. */
  hasWaybill: boolean
}

/** The usual next status, whose button is highlighted. */
const NEXT: Record<OrderStatus, OrderStatus | null> = {
  pending: null,
  processing: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
}

const Hidden = ({ order, version }: { order: string; version?: number }) => (
  <>
    <input type="hidden" name="intent" value="move" />
    <RequestField />
    <input type="hidden" name="order" value={order} />
    {version === undefined ? null : <input type="hidden" name="version" value={version} />}
  </>
)

const isOpenTo = ({ left }: Moved, to: OrderStatus) => left === null || maySetByHand(to, left)

/** The status that this order is being set to. */
function useGoesTo({ id }: Moved) {
  const { formData } = useNavigation()
  return formData?.get('order') === id ? formData.get('to') : null
}

/** `order`: as it was when the question was asked, because the panel goes on loading behind it. */
type MoveQuestion = { button: HTMLButtonElement; order: Moved } & ReturnType<typeof questionForOne>

/**
 * Sets any status from any status but cancelled, with the parcel's waybill. Asks for confirmation before an order
 * leaves unpacked, or while its customer waits for an answer; without scripts the server asks (AskField).
 */
export function StatusForm({
  order: latest,
  conflict,
}: {
  order: Moved
  conflict: MoveConflict | null
}) {
  const [params] = useSearchParams()
  const { refusal, noteSent } = useRefusal()
  const [asked, setAsked] = useState<MoveQuestion | null>(null)
  const order = asked?.order ?? latest
  const goesTo = useGoesTo(order)
  const isSure = useRef(false)
  const others = ORDER_STATUSES.filter(
    (to) => to !== order.status && to !== 'cancelled' && isOpenTo(order, to),
  )
  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const button = submitter instanceof HTMLButtonElement ? submitter : null
    const to = others.find((status) => button?.name === 'to' && button.value === status)
    const asks = !isSure.current && to && isOdd(to, order)
    isSure.current = false
    if (!button || !asks) return noteSent()
    event.preventDefault()
    // Nothing is submitted yet, so the panel must not move the focus to its heading.
    event.stopPropagation()
    setAsked({ button, order, ...questionForOne(to, order) })
  }
  return (
    <>
      {conflict ? (
        <Form method="post" preventScrollReset>
          <ConflictNotice conflict={conflict} reload={`/admin/orders?${params}`} />
          <Hidden order={order.id} />
          <input type="hidden" name="to" value={conflict.to} />
          {conflict.waybill === undefined ? null : (
            <input type="hidden" name="waybill" value={conflict.waybill} />
          )}
        </Form>
      ) : null}
      <Form method="post" preventScrollReset onSubmit={submit}>
        <Hidden order={order.id} version={order.version} />
        <AskField />
        {order.hasWaybill ? <WaybillField order={order} /> : null}
        <StatusButtons order={order} others={others} goesTo={goesTo} />
        <Refused refusal={refusal} />
      </Form>
      {order.undo ? (
        <UndoForm key={order.undo.move} moves={[order.undo.move]} leftMs={order.undo.leftMs} />
      ) : null}
      <p className="mt-2 text-sm text-quiet">{hintFor(order)}</p>
      {asked ? (
        <ConfirmDialog
          {...asked}
          text={
            <>
              <p className="mb-2 font-semibold">{asked.odd}</p>
              <p>{asked.text}</p>
            </>
          }
          onNo={() => setAsked(null)}
          onYes={() => {
            isSure.current = true
            setAsked(null)
            asked.button.form?.requestSubmit(asked.button)
            // Resets it for a form that the browser did not submit because a field is invalid.
            isSure.current = false
          }}
        />
      ) : null}
    </>
  )
}

/** A step that the order has behind it, in its place. */
const Passed = ({ step }: { step: OrderStatus }) => (
  <span className="grid min-h-11 place-items-center rounded-card bg-sand px-1 text-[0.9375rem] text-quiet max-sm:text-sm">
    {STAFF_STATUS_WORDS[step]}
  </span>
)

/** What an order usually goes through. */
const STEPS = ['processing', 'shipped', 'delivered'] as const
const isBack = (to: OrderStatus, { status }: Moved) =>
  status === 'cancelled' || ORDER_STATUSES.indexOf(to) < ORDER_STATUSES.indexOf(status)

/**
 * The statuses that it may get. Each step forward keeps its place, and those back are folded: a second press on the
 * same place never meets another act.
 */
function StatusButtons({
  order,
  others,
  goesTo,
}: {
  order: Moved
  others: readonly OrderStatus[]
  goesTo: FormDataEntryValue | null
}) {
  const back = others.filter((to) => isBack(to, order))
  const forward = others.filter((to) => !isBack(to, order))
  const button = (to: OrderStatus) => (
    <Button
      key={to}
      name="to"
      value={to}
      tone={!order.isToPack && NEXT[order.status] === to ? 'lake' : 'plain'}
      className="px-1 text-[0.9375rem] max-sm:text-sm"
      aria-busy={goesTo === to}
      disabled={goesTo !== null}
    >
      {STAFF_STATUS_WORDS[to]}
    </Button>
  )
  return (
    <>
      {forward.length > 0 ? (
        <div className="grid grid-cols-3 gap-1.5">
          {STEPS.map((to) => (forward.includes(to) ? button(to) : <Passed key={to} step={to} />))}
        </div>
      ) : null}
      {back.length > 0 ? (
        <Folded
          key={order.version}
          className="mt-2"
          label={order.status === 'cancelled' ? 'Bring back…' : 'Set back…'}
        >
          <div className="mt-2 grid grid-cols-3 gap-1.5">{back.map(button)}</div>
        </Folded>
      ) : null}
    </>
  )
}

/**
 * Cancels an order: asks for confirmation and states the consequences, away from where another button has just been.
 */
export function CancelForm({ order }: { order: Moved }) {
  const goesTo = useGoesTo(order)
  if (order.status === 'cancelled' || !isOpenTo(order, 'cancelled')) return null
  return (
    <details key={order.version} className="mt-4">
      <summary className="inline-flex min-h-11 items-center rounded-card border border-alarm px-5 font-semibold text-alarm hover:bg-alarm-wash">
        Cancel order…
      </summary>
      <ActForm
        about={{ intent: 'move', order: order.id, version: order.version }}
        className="mt-2 rounded-card bg-sand p-4"
      >
        <p className="mb-3">{cancelText(order)}</p>
        <button
          type="submit"
          name="to"
          value="cancelled"
          disabled={goesTo !== null}
          className="inline-flex min-h-11 items-center justify-center rounded-card bg-alarm px-5 font-semibold text-white disabled:opacity-55"
        >
          Yes, cancel {order.orderNumber}
        </button>
      </ActForm>
    </details>
  )
}

function hintFor({ status, paidAt, left }: Moved) {
  if (left !== null && left > 0 && status !== 'processing')
    return 'Not all of it has gone: set it to Processing to send the rest.'
  if (left !== null)
    return left > 0
      ? 'Sent in parts: it is Shipped when all of it has gone.'
      : 'Sent in parts: to set it back, take a parcel back that has not arrived.'
  if (status === 'cancelled')
    return 'Back from cancelled, its goods are taken again if they are there.'
  if (!paidAt)
    return 'Not paid. Another status keeps its goods, and does not say that money has come.'
  return status === 'pending'
    ? 'Paid, and set aside: it keeps its goods.'
    : 'Shipped, delivered and cancelled are emailed to the customer.'
}

const cancelText = ({ paidAt }: Moved) =>
  `Its goods go back on the shelf, and the customer is told by email. ${
    paidAt
      ? 'It is paid: the money is not sent back by itself. Refund it by hand; until you mark that as handled, it stands at the top of the list.'
      : 'It is not paid. Should money still come, it stands at the top of the list.'
  }`
