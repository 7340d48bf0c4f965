import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OrderMessage } from '../../../modules/orders/messages/list-messages.ts'
import type { ReadySentence } from '../../../modules/orders/messages/ready-sentences.ts'
import type { AdminOrderDetails } from '../../../modules/orders/staff/find-admin-order.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { LONGEST_MESSAGE } from '../../../rules/orders/order-messages.ts'
import { fillSentence } from '../../../rules/orders/ready-sentences.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { LongTextArea } from '../../kit/forms/long-text-area.tsx'
import { ReadySentences, type RefusedSentence } from './ready-sentences.tsx'

/** An answer that was refused, with its text. */
type RefusedReply = { text: string; refusal: Message }
/** A refused answer, and a ready sentence that could not be saved. */
export type RefusedWords = { reply: RefusedReply | null; sentence: RefusedSentence | null }

export type AnsweredOrder = AdminOrderDetails & {
  messages: readonly OrderMessage[]
  sentences: readonly ReadySentence[]
}

/**
 * The ready sentences, and the answer that they are appended to. Without scripts a sentence is chosen by the address.
 */
export function AnswerForm({ order, refused }: { order: AnsweredOrder; refused: RefusedWords }) {
  const [params] = useSearchParams()
  const chosen = order.sentences.find(({ id }) => id === params.get('sentence'))
  const filled = chosen ? fillSentence(chosen.text, order) : null
  const [isCut, setCut] = useState(filled?.isCut ?? false)
  const answer = useRef<HTMLTextAreaElement>(null)
  const isWaiting = order.messages.some((message) => message.isWaiting)
  const add = (sentence: ReadySentence) => {
    const field = answer.current
    if (!field) return
    const added = fillSentence(sentence.text, order)
    setCut(added.isCut)
    field.value = [field.value.trimEnd(), added.text].filter(Boolean).join('\n\n')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
  return (
    <>
      <ReadySentences sentences={order.sentences} refused={refused.sentence} onChoose={add} />
      <ActForm about={{ order: order.id }} className="grid gap-2 border-t border-line pt-2">
        <LongTextArea
          ref={answer}
          label={isWaiting ? 'Your answer' : 'Write to the customer'}
          name="text"
          rows={4}
          most={LONGEST_MESSAGE}
          defaultValue={refused.reply?.text ?? filled?.text ?? ''}
          error={refused.reply?.refusal.description}
          hint={`${isCut ? NO_WAYBILL : ''}The customer reads it on the order’s page as well.`}
        />
        {/* In a panel that scrolls they stay in sight beside what is typed. */}
        <div className="flex flex-wrap gap-2 xl:sticky xl:bottom-0 xl:bg-sheet xl:py-2">
          {order.email ? (
            <Button tone="lake" name="intent" value="answer-email" className={NARROW}>
              Send by email
            </Button>
          ) : null}
          <Button name="intent" value="answer-whatsapp" className={NARROW}>
            By WhatsApp
          </Button>
          {isWaiting ? (
            <Button tone="bare" name="intent" value="messages-aside" className="px-0!">
              No answer needed
            </Button>
          ) : null}
        </div>
      </ActForm>
    </>
  )
}

/** On a phone both buttons share one row. */
const NARROW = 'max-sm:grow max-sm:px-2'

/** A ready sentence leaves out nothing but the waybill. */
const NO_WAYBILL = 'No waybill is noted yet: what names it was left out. '
