import type { listOwnReturns } from '../../../modules/returns/list-own-returns.ts'
import { formatExchangeChoice, RETURN_STATUS_WORDS } from '../../../rules/messages/returns/words.ts'
import { findReturnTransition } from '../../../rules/returns/returns.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'
import { useTakenForm } from '../orders/use-taken-form.ts'
import { type RefusedReturn, ReturnForm } from './return-form.tsx'
import { ReturnPhotos } from './return-photos.tsx'
import type { InsteadOf } from './returned-line.tsx'

export type OwnReturns = Awaited<ReturnType<typeof listOwnReturns>> & {
  /** The days for returns are not over. */
  isReturnable: boolean
  /** The id of the next return. */
  nextReturn: string
  choices: InsteadOf
}

/**
 * The returns of an order and the form to request one, for its customer or whoever has the order's link. Renders
 * nothing when there are none and none can be requested.
 */
export function Returns({
  returns,
  lines,
  by,
  refused,
}: {
  returns: OwnReturns
  lines: OrderContents['lines']
  by: 'account' | 'link'
  refused: RefusedReturn | null
}) {
  const heading = useTakenForm('return', returns.rows.length)
  const left = lines.filter((line) => line.quantity > (returns.units[line.id] ?? 0))
  const mayAsk = returns.isReturnable && left.length > 0
  if (returns.rows.length === 0 && !mayAsk && !refused) return null
  return (
    <section aria-labelledby="returns-title" className="rounded-card bg-sheet px-5 py-4 md:px-6">
      <h2
        ref={heading}
        id="returns-title"
        tabIndex={-1}
        className="scroll-mt-24 font-body text-lg font-bold focus:outline-none"
      >
        Send something back
      </h2>
      <ul>
        {returns.rows.map((one) => (
          <li key={one.id} className="mt-2 border-t border-line pt-2 first:border-t-0">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                {one.lines
                  .map(({ orderItemId, quantity, ...choice }) => {
                    const line = lines.find(({ id }) => id === orderItemId)
                    return [`${quantity} × ${line?.name ?? ''}`, formatExchangeChoice(choice)]
                      .filter(Boolean)
                      .join(' ')
                  })
                  .join(', ')}
              </span>
              <strong>{RETURN_STATUS_WORDS[one.status]}</strong>
            </p>
            <ReturnPhotos photos={returns.photos.filter(({ returnId }) => returnId === one.id)} />
            {one.isByLink && by === 'account' ? (
              <p className="text-sm text-quiet">Asked for by the link</p>
            ) : null}
            {one.exchange ? (
              <p>
                In exchange:{' '}
                {one.exchange.path ? (
                  <Link
                    to={one.exchange.path}
                    className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4"
                  >
                    {one.exchange.number}
                  </Link>
                ) : (
                  one.exchange.number
                )}
              </p>
            ) : null}
            {one.answer ? <p className="wrap-anywhere">{one.answer}</p> : null}
            {one.isOwn && findReturnTransition('buyer', one, 'cancelled') ? (
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
        <ReturnForm
          key={returns.rows.length}
          id={returns.nextReturn}
          by={by}
          lines={left.map((line) => ({
            ...line,
            left: line.quantity - (returns.units[line.id] ?? 0),
            choices: returns.choices[line.id] ?? [],
          }))}
          refused={refused}
        />
      ) : null}
      {refused && !mayAsk ? <NoticeBox notice={{ tone: 'bad', ...refused.refusal }} /> : null}
    </section>
  )
}
