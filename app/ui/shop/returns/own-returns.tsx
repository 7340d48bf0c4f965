import type { ReturnPhoto } from '../../../modules/returns/list-photos.ts'
import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import {
  formatWanted,
  RETURN_REASON_WORDS,
  RETURN_STATUS_WORDS,
} from '../../../rules/messages/returns/words.ts'
import { formatChoice } from '../../../rules/messages/words/choice.ts'
import {
  findReturnTransition,
  LONGEST_RETURN_NOTE,
  MOST_RETURN_PHOTOS,
  ownReturnReasons,
} from '../../../rules/returns/returns.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextArea } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { ActForm } from '../../kit/request-field.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'
import { NewPhotos } from '../reviews/photo-fields.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import { type InsteadOf, ReturnedLine } from './returned-line.tsx'

export type OwnReturns = ListedReturns & {
  /** Its days are not over. */
  isReturnable: boolean
  /** What the next one will be called. */
  nextReturn: string
  choices: InsteadOf
  photos: readonly ReturnPhoto[]
}

/** What the customer sends back, how it stands, and the form to ask for it. Nothing where there is nothing to say. */
export function Returns({
  returns,
  lines,
}: {
  returns: OwnReturns
  lines: OrderContents['lines']
}) {
  const left = lines.filter((line) => line.quantity > (returns.units[line.id] ?? 0))
  const mayAsk = returns.isReturnable && left.length > 0
  if (returns.rows.length === 0 && !mayAsk) return null
  return (
    <section aria-labelledby="returns-title" className="rounded-card bg-sheet px-5 py-4 md:px-6">
      <h2 id="returns-title" className="font-body text-lg font-bold">
        Send something back
      </h2>
      <ul>
        {returns.rows.map((one) => (
          <li key={one.id} className="mt-2 border-t border-line pt-2 first:border-t-0">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                {one.lines
                  .map(({ orderItemId, quantity, ...wanted }) => {
                    const line = lines.find(({ id }) => id === orderItemId)
                    return [`${quantity} × ${line?.name ?? ''}`, formatWanted(wanted)]
                      .filter(Boolean)
                      .join(' ')
                  })
                  .join(', ')}
              </span>
              <strong>{RETURN_STATUS_WORDS[one.status]}</strong>
            </p>
            <ReturnPhotos photos={returns.photos.filter(({ returnId }) => returnId === one.id)} />
            {one.exchangeNumber ? (
              <p>
                In exchange:{' '}
                <Link
                  to={`/orders/${one.exchangeNumber}`}
                  className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
                >
                  {one.exchangeNumber}
                </Link>
              </p>
            ) : null}
            {one.answer ? <p className="wrap-anywhere">{one.answer}</p> : null}
            {findReturnTransition('buyer', one, 'cancelled') ? (
              <ActForm about={{ return: one.id, version: one.version }} className="mt-1">
                <Button name="intent" value="return-cancel">
                  I keep it
                </Button>
              </ActForm>
            ) : null}
          </li>
        ))}
      </ul>
      {mayAsk ? (
        <details className="mt-1">
          <summary className="flex min-h-11 items-center font-semibold text-lake underline underline-offset-4">
            Ask to send something back
          </summary>
          <p className="mt-1 text-sm text-quiet">
            Within {settings().returnsDays} days of the delivery, for what is wrong with it.{' '}
            <Link to="/returns-policy" className="text-lake underline underline-offset-4">
              What we take back
            </Link>
          </p>
          <ActForm
            about={{ return: returns.nextReturn }}
            encType="multipart/form-data"
            className="mt-3 grid gap-4"
          >
            <ul className="grid gap-2">
              {left.map((line) => (
                <ReturnedLine
                  key={line.id}
                  id={line.id}
                  name={`${line.name} ${formatChoice(line)}`}
                  left={line.quantity - (returns.units[line.id] ?? 0)}
                  isOnly={left.length === 1}
                  choices={returns.choices[line.id]}
                >
                  {line.name} <span className="text-sm text-quiet">{formatChoice(line)}</span>
                </ReturnedLine>
              ))}
            </ul>
            <SelectField label="What is wrong?" name="reason" required defaultValue="">
              <option value="">Please choose</option>
              <Options
                of={ownReturnReasons().map((reason) => [reason, RETURN_REASON_WORDS[reason]])}
              />
            </SelectField>
            <TextArea
              label="Tell us more"
              name="note"
              maxLength={LONGEST_RETURN_NOTE}
              hint="What you see, or how it fits."
            />
            <NewPhotos most={MOST_RETURN_PHOTOS} hint="of what is wrong. Only we see them" />
            <div>
              <Button tone="lake" name="intent" value="return">
                Ask to send it back
              </Button>
            </div>
          </ActForm>
        </details>
      ) : null}
    </section>
  )
}
