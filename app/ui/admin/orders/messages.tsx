import { useSearchParams } from 'react-router'
import type { AdminOrderDetails } from '../../../modules/orders/find-admin-order.ts'
import type { OrderMessage } from '../../../modules/orders/messages/list-messages.ts'
import type { ReadySentence } from '../../../modules/orders/messages/ready-sentences.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { writeAnswerChat } from '../../../rules/messages/emails/orders.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { ANSWER_WAY_WORDS, MESSAGE_KIND_WORDS } from '../../../rules/messages/orders/words.ts'
import { LONGEST_MESSAGE } from '../../../rules/orders/order-messages.ts'
import { fillSentence } from '../../../rules/orders/ready-sentences.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { ActForm, useSentKey } from '../../kit/request-field.tsx'
import { Badge } from '../badge.tsx'
import { Part } from '../list/side-panel.tsx'
import { ReadySentences } from './ready-sentences.tsx'

const ANSWERS = ['answer-email', 'answer-whatsapp']

/** An answer that was not taken, with its words. */
export type RefusedAnswer = { text: string; refusal: Message }

type Order = AdminOrderDetails & {
  link: string
  messages: readonly OrderMessage[]
  sentences: readonly ReadySentence[]
}

/** What the customer wrote about an order, what was answered, and the form for more. */
export const Messages = ({ order, refused }: { order: Order; refused: RefusedAnswer | null }) => {
  const { messages } = order
  const [params] = useSearchParams()
  const chosen = order.sentences.find(({ id }) => id === params.get('sentence'))
  const sent = useSentKey(messages.findLast(({ sentBy }) => sentBy)?.id ?? 0, ANSWERS)
  const isWaiting = messages.some((message) => message.isWaiting)
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
      {order.anonymizedAt ? null : <ReadySentences sentences={order.sentences} />}
      {order.anonymizedAt ? null : (
        <ActForm
          about={{ order: order.id }}
          key={`${order.id} ${sent} ${chosen?.id ?? ''}`}
          className="grid gap-2 border-t border-line pt-2"
        >
          <TextArea
            label={isWaiting ? 'Your answer' : 'Write to the customer'}
            name="text"
            rows={4}
            maxLength={LONGEST_MESSAGE}
            defaultValue={refused?.text ?? (chosen ? fillSentence(chosen.text, order) : '')}
            error={refused?.refusal.description}
            hint="The customer reads it on the order’s page as well."
          />
          <div className="flex flex-wrap gap-2">
            {order.email ? (
              <Button tone="lake" name="intent" value="answer-email">
                Send by email
              </Button>
            ) : null}
            <Button name="intent" value="answer-whatsapp">
              By WhatsApp
            </Button>
            {isWaiting ? (
              <Button tone="bare" name="intent" value="messages-aside">
                No answer needed
              </Button>
            ) : null}
          </div>
        </ActForm>
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

/** WhatsApp wants a number with its country and nothing else. */
const chatWith = ({ phone, link: url, ...order }: Order, text: string) =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(writeAnswerChat({ ...order, url }, text))}`
