import { useSearchParams } from 'react-router'
import type { ReadySentence } from '../../../modules/orders/messages/ready-sentences.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { LONGEST_MESSAGE } from '../../../rules/orders/order-messages.ts'
import { LONGEST_SENTENCE_NAME, PLACEHOLDER_NAMES } from '../../../rules/orders/ready-sentences.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { LongTextArea } from '../../kit/forms/long-text-area.tsx'
import { Link } from '../../kit/link.tsx'
import { useSentKey } from '../../kit/request-field.tsx'
import { addressOf } from '../list/side-panel.tsx'

/** A sentence that could not be saved, as it was typed. */
export type RefusedSentence = { name: string; text: string; refusal: Message }

/** The ready sentences of the shop: a click adds one to the answer, filled in for this order. */
export function ReadySentences({
  sentences,
  refused,
  onChoose,
}: {
  sentences: readonly ReadySentence[]
  refused: RefusedSentence | null
  onChoose: (sentence: ReadySentence) => void
}) {
  const [params] = useSearchParams()
  const key = useSentKey(sentences.map(({ name, text }) => `${name} ${text}`).join(), [
    'sentence-keep',
  ])
  return (
    <div className="border-t border-line py-1">
      <nav aria-label="Ready sentences" className="flex flex-wrap gap-2 py-1 empty:hidden">
        {sentences.map((sentence) => (
          <Link
            key={sentence.id}
            to={addressOf(params, 'sentence', sentence.id)}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault()
              onChoose(sentence)
            }}
            className="inline-flex min-h-11 items-center rounded-card border border-edge px-3 text-sm font-semibold wrap-anywhere hover:bg-sand"
          >
            {sentence.name}
          </Link>
        ))}
      </nav>
      <details open={refused !== null}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-lake hover:underline">
          Ready sentences…
        </summary>
        {sentences.length === 0 ? (
          <p className="pb-2 text-sm text-quiet">
            What you answer again and again is kept here under a name. A press on the name puts it
            into the answer.
          </p>
        ) : null}
        <ActForm
          about={{}}
          key={key}
          className="grid justify-items-start gap-2 rounded-card bg-sand p-3"
        >
          <TextField
            label="Its name"
            name="name"
            required
            maxLength={LONGEST_SENTENCE_NAME}
            autoComplete="off"
            defaultValue={refused?.name ?? ''}
            className="w-full"
          />
          <LongTextArea
            label="Its text"
            name="sentence"
            required
            most={LONGEST_MESSAGE}
            defaultValue={refused?.text ?? ''}
            error={refused?.refusal.description}
            hint={`Filled in for each order: ${PLACEHOLDER_NAMES.join(' ')}. One of the same name is replaced.`}
            className="w-full"
          />
          <Button name="intent" value="sentence-keep">
            Keep sentence
          </Button>
        </ActForm>
        <ul>
          {sentences.map(({ id, name, text }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
            >
              <p className="min-w-0 grow basis-40 wrap-anywhere">
                <strong>{name}</strong>
                <span className="block text-sm text-quiet">{text}</span>
              </p>
              <ActForm about={{ id }}>
                <Button
                  tone="bare"
                  name="intent"
                  value="sentence-delete"
                  aria-label={`Delete sentence ${name}`}
                >
                  Delete
                </Button>
              </ActForm>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
