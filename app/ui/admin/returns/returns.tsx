import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { ReturnPhoto } from '../../../modules/returns/list-photos.ts'
import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatWanted, RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import {
  findReturnTransition,
  LONGEST_RETURN_ANSWER,
  LONGEST_RETURN_NOTE,
  RETURN_REASONS,
} from '../../../rules/returns/returns.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ReturnPhotos } from '../../shop/returns/return-photos.tsx'
import { type InsteadOf, ReturnedLine } from '../../shop/returns/returned-line.tsx'
import { Part } from '../list/side-panel.tsx'
import { choiceOf, type ShownLine } from '../orders/lines.tsx'
import { InspectForm } from './inspect-form.tsx'
import { ReturnBadge } from './return-columns.tsx'
import { returnAnchor } from './return-path.ts'
import { SettleForm, type SettleParts } from './settle-form.tsx'

type Row = ListedReturns['rows'][number]
export type ReturnedOrder = {
  id: string
  orderNumber: string
  version: number
  status: string
  lines: readonly ShownLine[]
  /** What the next return, and the refund that settles one, will be called. */
  nextReturn: string
}

/** What comes back of an order, what is to be done about it, and the form for more. */
export function Returns({
  order,
  returns,
  choices,
  photos,
  settle,
}: {
  order: ReturnedOrder
  returns: ListedReturns
  choices: InsteadOf
  photos: readonly ReturnPhoto[]
  settle: SettleParts
}) {
  const isSent = order.status === 'shipped' || order.status === 'delivered'
  const open = order.lines.filter((line) => line.quantity > (returns.units[line.id] ?? 0))
  if (returns.rows.length === 0 && !isSent) return null
  return (
    <Part title="Returns">
      <ul>
        {returns.rows.map((one) => (
          <Return
            key={one.id}
            one={one}
            lines={order.lines}
            photos={photos.filter(({ returnId }) => returnId === one.id)}
            settle={settle}
          />
        ))}
      </ul>
      {isSent && open.length > 0 ? (
        <details key={order.version} className="mt-1">
          <summary className="inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-5 font-semibold hover:bg-sand">
            Note a return…<span className="sr-only"> of {order.orderNumber}</span>
          </summary>
          <Form
            method="post"
            preventScrollReset
            className="mt-2 grid gap-4 rounded-card bg-sand p-4"
          >
            <RequestField />
            <input type="hidden" name="order" value={order.id} />
            <input type="hidden" name="return" value={order.nextReturn} />
            <ul className="grid gap-2">
              {open.map((line) => (
                <ReturnedLine
                  key={line.id}
                  id={line.id}
                  name={`${line.name} ${choiceOf(line)}`}
                  left={line.quantity - (returns.units[line.id] ?? 0)}
                  choices={choices[line.id]}
                >
                  {line.name} <span className="text-sm text-quiet">{choiceOf(line)}</span>
                </ReturnedLine>
              ))}
            </ul>
            <SelectField label="Why" name="reason" required defaultValue="">
              <option value="">Choose a reason</option>
              <Options of={RETURN_REASONS.map((reason) => [reason, RETURN_REASON_WORDS[reason]])} />
            </SelectField>
            <TextField
              label="Note"
              name="note"
              maxLength={LONGEST_RETURN_NOTE}
              autoComplete="off"
            />
            <Button name="intent" value="return" tone="lake">
              Note the return
            </Button>
          </Form>
        </details>
      ) : null}
    </Part>
  )
}

function Return({
  one,
  lines,
  photos,
  settle,
}: {
  one: Row
  lines: readonly ShownLine[]
  photos: readonly ReturnPhoto[]
  settle: SettleParts
}) {
  const can = (to: Row['status']) => findReturnTransition('staff', one, to) !== null
  return (
    <li
      id={returnAnchor(one.id)}
      tabIndex={-1}
      className="scroll-mt-24 border-t border-line py-2 target:-mx-2 target:rounded-card target:bg-sun/10 target:px-2 focus:outline-none"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold">{RETURN_REASON_WORDS[one.reason]}</span>
        <ReturnBadge status={one.status} />
      </p>
      <ul className="text-sm">
        {one.lines.map(({ orderItemId, quantity, restocked, faulty, ...wanted }) => {
          const line = lines.find(({ id }) => id === orderItemId)
          return (
            <li key={orderItemId} className="wrap-anywhere">
              {quantity} × {line?.name} {line ? choiceOf(line) : ''}{' '}
              <strong className="font-semibold">{formatWanted(wanted)}</strong>
              {one.inspectedAt ? `: ${restocked} to stock, ${faulty} written off` : ''}
            </li>
          )
        })}
      </ul>
      <ReturnPhotos photos={photos} />
      {one.exchangeNumber ? (
        <p className="text-sm">
          Goes out as{' '}
          <Link
            to={`/admin/orders?order=${one.exchangeNumber}`}
            className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
          >
            {one.exchangeNumber}
          </Link>
        </p>
      ) : null}
      {one.note ? <p className="text-sm whitespace-pre-line wrap-anywhere">“{one.note}”</p> : null}
      {one.answer ? <p className="text-sm wrap-anywhere">Answered: “{one.answer}”</p> : null}
      <p className="text-sm text-quiet">{formatDateTime(one.createdAt)}</p>
      <div className="mt-1 flex flex-wrap items-end gap-2 empty:hidden">
        {can('approved') ? <Act one={one} intent="return-approve" label="Agree" isNext /> : null}
        {can('approved') && one.lines.some(({ wantedVariantId }) => wantedVariantId) ? (
          <Act one={one} intent="return-approve" label="Agree without the exchange">
            <input type="hidden" name="exchange" value="none" />
          </Act>
        ) : null}
        {can('received') ? (
          <Act one={one} intent="return-receive" label="It has arrived" isNext />
        ) : null}
        {can('cancelled') ? <Act one={one} intent="return-cancel" label="Call it off" /> : null}
        {can('refused') ? (
          <Act one={one} intent="return-refuse" label="Refuse">
            <TextField
              label="Why it is not taken back"
              name="answer"
              required
              maxLength={LONGEST_RETURN_ANSWER}
              autoComplete="off"
              hint="The customer reads it."
              className="min-w-0 grow"
            />
          </Act>
        ) : null}
      </div>
      {can('inspected') ? <InspectForm one={one} lines={lines} /> : null}
      {can('settled') ? <SettleForm one={one} {...settle} /> : null}
    </li>
  )
}

const Act = ({
  one,
  intent,
  label,
  isNext = false,
  children,
}: {
  one: Row
  intent: string
  label: string
  isNext?: boolean
  children?: ReactNode
}) => (
  <Form method="post" preventScrollReset className="flex min-w-0 flex-wrap items-end gap-2">
    <RequestField />
    <input type="hidden" name="return" value={one.id} />
    <input type="hidden" name="version" value={one.version} />
    {children}
    <Button name="intent" value={intent} tone={isNext ? 'lake' : 'plain'}>
      {label}
    </Button>
  </Form>
)
