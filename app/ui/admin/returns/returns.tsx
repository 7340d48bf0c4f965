import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReturnPhoto } from '../../../modules/returns/list-photos.ts'
import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { writeReturnChat } from '../../../rules/messages/emails/returns.ts'
import { formatExchangeChoice, RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import type { OrderNotice } from '../../../rules/orders/order-messages.ts'
import {
  findReturnTransition,
  LONGEST_RETURN_ANSWER,
  LONGEST_RETURN_NOTE,
  RETURN_REASONS,
} from '../../../rules/returns/returns.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { useSentKey } from '../../kit/request-field.tsx'
import { ReturnPhotos } from '../../shop/returns/return-photos.tsx'
import { type InsteadOf, ReturnedLine } from '../../shop/returns/returned-line.tsx'
import { ActLine } from '../form/act-line.tsx'
import { Folded } from '../form/folded.tsx'
import { addressOf, Part } from '../list/side-panel.tsx'
import { choiceOf, type ShownLine } from '../orders/lines.tsx'
import { WhyFields } from '../refunds/refund-fields.tsx'
import { InspectForm } from './inspect-form.tsx'
import { ReturnBadge } from './return-columns.tsx'
import { returnAnchor } from './return-path.ts'
import { SettleForm, type SettleParts } from './settle-form.tsx'

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4'

type Row = ListedReturns['rows'][number]
export type ReturnedOrder = {
  id: string
  orderNumber: string
  version: number
  email: string
  phone: string
  status: string
  lines: readonly ShownLine[]
  /** The id of the next return. */
  nextReturn: string
}

/** The returns of an order, what to do about them, and the form for another. */
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
  const [params] = useSearchParams()
  const [before] = useState(returns.rows.length)
  // The search for the order leads to its form, until it is sent.
  const isAsked = params.has('note') && returns.rows.length === before
  const sent = useSentKey(returns.rows.length, ['return'])
  const isSent = order.status === 'shipped' || order.status === 'delivered'
  const open = order.lines.filter((line) => line.quantity > (returns.units[line.id] ?? 0))
  if (returns.rows.length === 0 && !isSent)
    return <p>Nothing comes back of it. Returns are noted once it is shipped.</p>
  return (
    <Part title="Returns">
      <ul>
        {returns.rows.map((one) => (
          <Return
            key={one.id}
            one={one}
            order={order}
            photos={photos.filter(({ returnId }) => returnId === one.id)}
            settle={settle}
          />
        ))}
      </ul>
      {isSent && open.length > 0 ? (
        <Folded
          key={`${order.version} ${sent}`}
          open={isAsked}
          className="mt-1"
          label={
            <>
              Note a return…<span className="sr-only"> of {order.orderNumber}</span>
            </>
          }
        >
          <ActForm
            about={{ order: order.id, return: order.nextReturn }}
            className="mt-2 grid gap-4 rounded-card bg-sand p-4"
          >
            <ul className="grid gap-2">
              {open.map((line) => (
                <ReturnedLine
                  key={line.id}
                  id={line.id}
                  name={`${line.name} ${choiceOf(line)}`}
                  left={line.quantity - (returns.units[line.id] ?? 0)}
                  isOnly={open.length === 1}
                  choices={choices[line.id]}
                >
                  {line.name} <span className="text-sm text-quiet">{choiceOf(line)}</span>
                </ReturnedLine>
              ))}
            </ul>
            <WhyFields
              reasons={RETURN_REASONS.map((reason) => [reason, RETURN_REASON_WORDS[reason]])}
              note="Note"
              longest={LONGEST_RETURN_NOTE}
            />
            <div>
              <CheckField label="The customer is here with it" name="here" value="on" />
              <p className="text-sm text-quiet">
                It has arrived then, and no email says where to bring it. Look at it next.
              </p>
            </div>
            <Button name="intent" value="return" tone="lake">
              Note the return
            </Button>
          </ActForm>
        </Folded>
      ) : null}
    </Part>
  )
}

function Return({
  one,
  order,
  photos,
  settle,
}: {
  one: Row
  order: ReturnedOrder
  photos: readonly ReturnPhoto[]
  settle: SettleParts
}) {
  const { lines } = order
  const about = { return: one.id, version: one.version }
  const can = (to: Row['status']) => findReturnTransition('staff', one, to) !== null
  const isExchange = one.lines.some(({ wantedVariantId }) => wantedVariantId)
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
        {one.lines.map(({ orderItemId, quantity, restocked, faulty, ...choice }) => {
          const line = lines.find(({ id }) => id === orderItemId)
          return (
            <li key={orderItemId} className="wrap-anywhere">
              {quantity} × {line?.name} {line ? choiceOf(line) : ''}{' '}
              <strong className="font-semibold">{formatExchangeChoice(choice)}</strong>
              {one.inspectedAt ? `: ${restocked} to stock, ${faulty} written off` : ''}
            </li>
          )
        })}
      </ul>
      {one.lines.some(({ restocked }) => restocked > 0) ? (
        <Link to={`/admin/labels?return=${one.id}`} className={LINK}>
          Labels<span className="sr-only"> of what is in stock again</span>
        </Link>
      ) : null}
      <ReturnPhotos photos={photos} />
      {one.exchangeNumber ? (
        <p className="text-sm">
          Goes out as{' '}
          <Link to={`/admin/orders?order=${one.exchangeNumber}`} className={LINK}>
            {one.exchangeNumber}
          </Link>
        </p>
      ) : null}
      {one.note ? <p className="text-sm whitespace-pre-line wrap-anywhere">“{one.note}”</p> : null}
      {one.answer ? <p className="text-sm wrap-anywhere">Answered: “{one.answer}”</p> : null}
      <p className="text-sm text-quiet">
        {formatDateTime(one.createdAt)}
        {one.isByLink ? ', by the link: the customer, or who has it from them' : ''}
      </p>
      <NotifyByChat one={one} order={order} />
      <div className="mt-1 flex flex-wrap items-end gap-2 empty:hidden">
        {can('approved') ? (
          <ActLine about={about} intent="return-approve" label="Agree" isNext>
            {isExchange ? <input type="hidden" name="exchange" value="sent" /> : null}
          </ActLine>
        ) : null}
        {can('approved') && isExchange ? (
          <ActLine about={about} intent="return-approve" label="Agree without the exchange">
            <input type="hidden" name="exchange" value="none" />
          </ActLine>
        ) : null}
        {can('received') ? (
          <ActLine about={about} intent="return-receive" label="It has arrived" isNext />
        ) : null}
        {can('cancelled') ? (
          <ActLine about={about} intent="return-cancel" label="Call it off" />
        ) : null}
        {can('refused') ? (
          <ActLine about={about} intent="return-refuse" label="Refuse">
            <TextField
              label="Why it is not taken back"
              name="answer"
              required
              maxLength={LONGEST_RETURN_ANSWER}
              autoComplete="off"
              hint="The customer reads it."
              className="min-w-0 grow"
            />
          </ActLine>
        ) : null}
      </div>
      {can('inspected') ? <InspectForm one={one} lines={lines} /> : null}
      {can('settled') ? <SettleForm one={one} {...settle} /> : null}
    </li>
  )
}

/** For an order without an email: its customer is notified in a chat, which is opened among the messages. */
function NotifyByChat({ one, order: { id, email, phone } }: { one: Row; order: ReturnedOrder }) {
  const [params] = useSearchParams()
  const isExchange = one.lines.some(({ wantedVariantId }) => wantedVariantId)
  const notice: OrderNotice = 'return'
  const text = writeReturnChat(one.status, { answer: one.answer, isExchange })
  return text && email === '' && phone !== '' ? (
    <ActForm about={{ order: id, text, notice }} action={addressOf(params, 'part', 'messages')}>
      <Button name="intent" value="answer-whatsapp">
        Tell by WhatsApp
      </Button>
    </ActForm>
  ) : null
}
