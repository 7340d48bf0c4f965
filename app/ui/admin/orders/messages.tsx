import { useSearchParams } from 'react-router'
import type { OrderMessage } from '../../../modules/orders/messages/list-messages.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { writeAnswerChat } from '../../../rules/messages/emails/orders.ts'
import { ANSWER_WAY_WORDS, MESSAGE_KIND_WORDS } from '../../../rules/messages/orders/words.ts'
import { chatLink } from '../../../rules/phone.ts'
import { useSentKey } from '../../kit/request-field.tsx'
import { Badge } from '../badge.tsx'
import { Part } from '../list/side-panel.tsx'
import { type AnsweredOrder, AnswerForm, type RefusedWords } from './answer-form.tsx'

const ANSWERS = ['answer-email', 'answer-whatsapp']

type Order = AnsweredOrder & { link: string }

/** The messages about an order, and the form to answer. */
export const Messages = ({ order, refused }: { order: Order; refused: RefusedWords }) => {
  const { messages } = order
  const [params] = useSearchParams()
  const sent = useSentKey(messages.findLast(({ sentBy }) => sentBy)?.id ?? 0, ANSWERS)
  return (
    <Part title="Messages">
      {messages.length === 0 ? <p className="text-quiet">Nothing was written yet.</p> : null}
      <ol>
        {messages.map((message) => (
          <li key={message.id} className="border-t border-line py-2">
            <p className="text-sm text-quiet wrap-anywhere">
              {headOf(message)}, {formatDateTime(message.createdAt)}{' '}
              {message.isWaiting ? <Badge tone="bad">To answer</Badge> : null}
            </p>
            {message.kind ? (
              <p className="font-semibold">{MESSAGE_KIND_WORDS[message.kind]}</p>
            ) : null}
            <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
            {message.sentBy === 'whatsapp' && order.phone ? (
              <a
                href={chatWith(order, message.text)}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
              >
                Open in WhatsApp
              </a>
            ) : null}
          </li>
        ))}
      </ol>
      {order.anonymizedAt ? null : (
        <AnswerForm
          key={`${order.id} ${sent} ${params.get('sentence') ?? ''}`}
          order={order}
          refused={refused}
        />
      )}
    </Part>
  )
}

const headOf = ({ kind, sentBy, by, isByLink }: OrderMessage) =>
  kind
    ? isByLink
      ? 'By the link: the customer, or who has it from them'
      : 'The customer'
    : `${by ?? 'The shop'}${sentBy ? `, ${ANSWER_WAY_WORDS[sentBy]}` : ''}`

const chatWith = ({ phone, link: url, ...order }: Order, text: string) =>
  chatLink(writeAnswerChat({ ...order, url }, text), phone)
