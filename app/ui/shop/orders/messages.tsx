import { Form, useNavigation } from 'react-router'
import type { OpenedOrder } from '../../../modules/orders/open-order.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { MESSAGE_KIND_WORDS } from '../../../rules/messages/orders/words.ts'
import {
  LONGEST_MESSAGE,
  MESSAGE_KINDS,
  type MessageKind,
} from '../../../rules/orders/order-messages.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField } from '../../kit/field.tsx'
import { LongTextArea } from '../../kit/forms/long-text-area.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'
import { useTakenForm } from './use-taken-form.ts'

export type RefusedMessage = {
  typed: { kind: MessageKind | null; text: string }
  refusal: Message
}

/** The messages about an order, and the form to write one. */
export function Messages({
  order: { messages, isAnonymized },
  by,
  refused,
}: {
  order: Pick<OpenedOrder, 'messages' | 'isAnonymized'>
  by: 'account' | 'link'
  refused: RefusedMessage | null
}) {
  const heading = useTakenForm('message', messages.length)
  return (
    <section
      id="messages"
      aria-labelledby="messages-title"
      className="rounded-card bg-sheet px-5 py-4 md:px-6"
    >
      <h2
        ref={heading}
        id="messages-title"
        tabIndex={-1}
        className="scroll-mt-24 font-body text-lg font-bold focus:outline-none"
      >
        {messages.length > 0 ? 'Messages' : 'Something is wrong?'}
      </h2>
      <ol>
        {messages.map((message) => (
          <li key={message.id} className="mt-3 border-t border-line pt-3 first:border-t-0">
            <p className="text-sm text-quiet">
              <strong className="text-ink">{authorOf(message, by)}</strong>,{' '}
              {formatDateTime(message.createdAt)}
              {message.kind ? `: ${MESSAGE_KIND_WORDS[message.kind]}` : ''}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
          </li>
        ))}
      </ol>
      {isAnonymized ? null : (
        <MessageForm
          key={messages.findLast(({ kind }) => kind)?.id ?? 0}
          by={by}
          refused={refused}
        />
      )}
    </section>
  )
}

const authorOf = ({ kind, isByLink }: OpenedOrder['messages'][number], by: 'account' | 'link') => {
  if (!kind) return settings().name
  if (isByLink) return 'By the link'
  return by === 'account' ? 'You' : 'The customer'
}

/**
 * Keyed by the customer's last message, so that the field is empty after sending; an answer of the shop keeps what
 * is typed.
 */
const MessageForm = ({
  by,
  refused,
}: {
  by: 'account' | 'link'
  refused: RefusedMessage | null
}) => {
  const isSending = useNavigation().formData?.get('intent') === 'message'
  return (
    <details open={refused !== null} className="mt-1">
      <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
        Write to us about this order
      </summary>
      <Form method="post" preventScrollReset className="mt-2 grid gap-4">
        {refused ? <NoticeBox notice={{ tone: 'bad', ...refused.refusal }} /> : null}
        <SelectField
          label="What is it about?"
          name="kind"
          required
          defaultValue={refused?.typed.kind ?? ''}
        >
          <option value="">Please choose</option>
          <Options of={MESSAGE_KINDS.map((kind) => [kind, MESSAGE_KIND_WORDS[kind]])} />
        </SelectField>
        <LongTextArea
          label="Your message"
          name="text"
          required
          rows={5}
          most={LONGEST_MESSAGE}
          defaultValue={refused?.typed.text ?? ''}
          hint={
            by === 'link'
              ? 'We answer to the email or the phone of the order. Whoever has this link reads what you write.'
              : 'We answer by email or WhatsApp, and here.'
          }
        />
        <div>
          <Button tone="lake" name="intent" value="message" aria-busy={isSending}>
            Send message
          </Button>
        </div>
      </Form>
    </details>
  )
}
