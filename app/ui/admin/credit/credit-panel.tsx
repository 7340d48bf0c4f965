import type { CreditDetails } from '../../../modules/credit/list-credits.ts'
import {
  type CreditStatus,
  findCreditStep,
  formatCreditCode,
} from '../../../rules/credit/credit.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { CREDIT_KIND_WORDS, CREDIT_MOVE_WORDS } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { ActForm } from '../../kit/request-field.tsx'
import { Email } from '../email.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { AmountRows } from '../orders/lines.tsx'
import { CreditBadge } from './credit-columns.tsx'

const ACTS = [
  ['agree', 'active', 'awaiting', 'Agree to it'],
  ['call-off', 'cancelled', 'awaiting', 'Call it off'],
  ['block', 'blocked', 'active', 'Block it'],
  ['unblock', 'active', 'blocked', 'Allow it again'],
] as const satisfies [intent: string, to: CreditStatus, from: CreditStatus, label: string][]

/** All about one code, and what can be done with it. */
export function CreditPanel({
  credit,
  mayAgree,
  code,
}: {
  credit: CreditDetails
  mayAgree: boolean
  /** Whole, for who has asked for it or has just issued it. */
  code: string | null
}) {
  const { status } = credit
  const acts = ACTS.filter(
    ([intent, to, from]) =>
      from === status && findCreditStep(status, to) && (intent !== 'agree' || mayAgree),
  )
  return (
    <SidePanel name="credit" title={`Code … ${credit.ending}`}>
      <div>
        <CreditBadge status={status} />
        {code ? (
          <>
            <p className="mt-2 font-mono text-lg font-semibold wrap-anywhere select-all">
              {formatCreditCode(code)}
            </p>
            <p className="text-sm text-quiet">Whoever has this code can spend it.</p>
          </>
        ) : (
          <ActForm about={{ credit: credit.id }} className="mt-3">
            <Button name="intent" value="show-code">
              Show the code
            </Button>
          </ActForm>
        )}
      </div>
      <AmountRows
        rows={[
          ['Put on it', formatKwacha(credit.amount)],
          ['Balance', formatKwacha(credit.balance)],
        ]}
      />
      <div className="text-sm">
        <p>
          {CREDIT_KIND_WORDS[credit.kind]}, {credit.by}, {formatDateTime(credit.createdAt)}
          {credit.approvedBy ? ` · agreed: ${credit.approvedBy}` : ''}
        </p>
        {credit.email ? (
          <p className="wrap-anywhere">
            Sent to <Email address={credit.email} />
          </p>
        ) : null}
        {credit.reason ? <p className="wrap-anywhere">“{credit.reason}”</p> : null}
      </div>
      {status === 'awaiting' && !mayAgree ? (
        <p className="text-sm">Somebody else of the staff has to agree to it.</p>
      ) : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {acts.map(([intent, , , label]) => (
          <ActForm about={{ credit: credit.id, version: credit.version }} key={intent}>
            <Button
              name="intent"
              value={intent}
              tone={intent === 'agree' || intent === 'unblock' ? 'lake' : 'plain'}
            >
              {label}
            </Button>
          </ActForm>
        ))}
      </div>
      {credit.moves.length > 0 ? <Moves moves={credit.moves} /> : null}
    </SidePanel>
  )
}

const Moves = ({ moves }: Pick<CreditDetails, 'moves'>) => (
  <Part title="History">
    <ol>
      {moves.map((move) => (
        <li key={move.id} className="border-t border-line py-1.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>{CREDIT_MOVE_WORDS[move.kind]}</span>
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
