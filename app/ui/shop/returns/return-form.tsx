import { useEffect, useId, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { Message } from '../../../rules/messages/message.ts'
import { RETURN_REASON_WORDS } from '../../../rules/messages/returns/words.ts'
import {
  LONGEST_RETURN_NOTE,
  MOST_RETURN_PHOTOS,
  ownReturnReasons,
} from '../../../rules/returns/returns.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextArea } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'
import { NewPhotos } from '../reviews/photo-fields.tsx'
import {
  type RefusedAt,
  type ReturnableLine,
  ReturnFormLine,
  type TypedReturn,
} from './return-form-line.tsx'

export type RefusedReturn = { asked: TypedReturn; refusal: Message; at: RefusedAt | null }

/** Keyed by the number of returns, so that the form is empty again after one was accepted. */
export function ReturnForm({
  id,
  by,
  lines,
  refused,
}: {
  id: string
  by: 'account' | 'link'
  lines: readonly ReturnableLine[]
  refused: RefusedReturn | null
}) {
  const noticeId = useId()
  const isSending = useNavigation().formData?.get('intent') === 'return'
  const box = useRef<HTMLDetailsElement>(null)
  // Focuses the field to correct, otherwise the reason of the refusal.
  useEffect(() => {
    if (refused) box.current?.querySelector<HTMLElement>('[aria-invalid], [tabindex]')?.focus()
  }, [refused])
  const asked = refused?.asked
  return (
    <details ref={box} open={refused !== null} className="mt-1">
      <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
        Ask to send something back
      </summary>
      <p className="mt-1 text-sm text-quiet">
        Within {settings().returnsDays} days of the delivery, for what is wrong with it.{' '}
        <Link to="/returns-policy" className="text-lake underline underline-offset-4">
          What we take back
        </Link>
      </p>
      {by === 'link' ? (
        <p className="mt-1 text-sm text-quiet">
          We answer to the email or the phone of the order, and here. Whoever has this link reads
          how it stands.
        </p>
      ) : null}
      <ActForm about={{ return: id }} encType="multipart/form-data" className="mt-3 grid gap-4">
        {refused ? (
          <div id={noticeId} tabIndex={refused.at ? undefined : -1}>
            <NoticeBox notice={{ tone: 'bad', ...refused.refusal }} />
          </div>
        ) : null}
        <fieldset className="min-w-0">
          <legend className="font-semibold">What do you send back?</legend>
          <ul>
            {lines.map((line) => (
              <ReturnFormLine
                key={line.id}
                line={line}
                typed={asked?.lines.find(({ lineId }) => lineId === line.id)}
                isAlone={lines.length === 1}
                refused={refused?.at ? { at: refused.at, by: noticeId } : null}
              />
            ))}
          </ul>
        </fieldset>
        <SelectField
          label="What is wrong?"
          name="reason"
          required
          defaultValue={asked?.reason ?? ''}
        >
          <option value="">Please choose</option>
          <Options of={ownReturnReasons().map((reason) => [reason, RETURN_REASON_WORDS[reason]])} />
        </SelectField>
        <TextArea
          label="Tell us more"
          name="note"
          maxLength={LONGEST_RETURN_NOTE}
          defaultValue={asked?.note ?? ''}
          hint="What you see, or how it fits."
        />
        <NewPhotos
          most={MOST_RETURN_PHOTOS}
          hint={
            by === 'link'
              ? 'of what is wrong. We see them, and whoever has this link'
              : 'of what is wrong. Only we see them'
          }
        />
        <div>
          <Button tone="lake" name="intent" value="return" aria-busy={isSending}>
            Ask to send it back
          </Button>
        </div>
      </ActForm>
    </details>
  )
}
