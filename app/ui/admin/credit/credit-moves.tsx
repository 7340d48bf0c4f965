import type { CreditDetails } from '../../../modules/credit/find-credit.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { CREDIT_MOVE_WORDS } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Link } from '../../kit/link.tsx'
import { Part } from '../list/side-panel.tsx'

/** Labels of moves that refund a voucher's money, or undo that. */
const REFUND_MOVES = {
  ...CREDIT_MOVE_WORDS,
  spent: 'Given back in money',
  'given-back': 'Put back',
}

/** The moves of a code: issued, spent and returned, newest first. */
export const Moves = ({ moves }: Pick<CreditDetails, 'moves'>) => (
  <Part title="History">
    <ol>
      {moves.map((move) => (
        <li key={move.id} className="border-t border-line py-1.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>{move.isRefund ? REFUND_MOVES[move.kind] : CREDIT_MOVE_WORDS[move.kind]}</span>
            <span className="tabular-nums">{formatKwacha(move.amount)}</span>
          </p>
          <p className="text-sm text-quiet wrap-anywhere">
            {formatDateTime(move.createdAt)}
            {move.by ? ` by ${move.by}` : ''}
            {move.till ? ` at ${move.till}` : ''}
            {move.isHeld && move.heldUntil
              ? `, held until ${formatDateTime(move.heldUntil)} for a sale that has not come`
              : ''}
          </p>
          {move.isHeld && move.reserveId ? <EndReserve reserve={move.reserveId} /> : null}
          {move.orderNumber ? (
            <Link
              to={`/admin/orders?order=${move.orderNumber}`}
              className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
            >
              {move.orderNumber}
            </Link>
          ) : null}
          {move.saleNumber ? (
            <Link
              to={`/admin/pos-sales?sale=${move.saleNumber}`}
              className="inline-flex min-h-11 items-center text-lake underline underline-offset-4"
            >
              {move.saleNumber}
            </Link>
          ) : null}
        </li>
      ))}
    </ol>
  </Part>
)

const EndReserve = ({ reserve }: { reserve: string }) => (
  <ActForm about={{ reserve }} className="mt-2">
    <Button name="intent" value="end-reserve">
      End the till’s hold
    </Button>
    <p className="mt-1 text-sm text-quiet">
      For a till that is lost. Had it made a sale with it, that takes what is left on the code when
      it comes.
    </p>
  </ActForm>
)
