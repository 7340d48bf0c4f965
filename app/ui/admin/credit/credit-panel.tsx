import type { CreditDetails } from '../../../modules/credit/find-credit.ts'
import {
  type CreditStatus,
  creditStateOf,
  findCreditStep,
  formatCreditCode,
} from '../../../rules/credit/credit.ts'
import { purchaseLabel } from '../../../rules/credit/purchase.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { CREDIT_KIND_WORDS } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Email } from '../email.tsx'
import { SidePanel } from '../list/side-panel.tsx'
import { AmountRows } from '../orders/lines.tsx'
import { CreditBadge } from './credit-columns.tsx'
import { Moves } from './credit-moves.tsx'
import { VoucherRefund } from './voucher-refund.tsx'
import type { VoucherMoney } from './voucher-refund-form.tsx'

const ACTS = [
  ['agree', 'active', 'awaiting', 'Agree to it'],
  ['call-off', 'cancelled', 'awaiting', 'Call it off'],
  ['block', 'blocked', 'active', 'Block it'],
  ['unblock', 'active', 'blocked', 'Allow it again'],
] as const satisfies [intent: string, to: CreditStatus, from: CreditStatus, label: string][]

/** The details of one code, with its acts. */
export function CreditPanel({
  credit,
  mayAgree,
  code,
  money,
}: {
  credit: CreditDetails
  mayAgree: boolean
  /** The whole code, for staff who asked to see it or have just issued it. */
  code: string | null
  /** The payment of a voucher; null when it could not be read. */
  money: VoucherMoney | null
}) {
  const { status } = credit
  const acts = ACTS.filter(
    ([intent, to, from]) =>
      !credit.refund &&
      from === status &&
      findCreditStep(status, to) &&
      (intent !== 'agree' || mayAgree),
  )
  return (
    <SidePanel name="credit" title={`Code … ${credit.ending}`}>
      <div>
        <CreditBadge status={creditStateOf(credit)} />
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
          {CREDIT_KIND_WORDS[credit.kind]},{' '}
          {credit.purchaseId ? `bought online: ${purchaseLabel(credit.purchaseId)}` : credit.by},{' '}
          {formatDateTime(credit.createdAt)}
          {credit.approvedBy ? ` · agreed: ${credit.approvedBy}` : ''}
        </p>
        {credit.boughtBy ? (
          <p className="wrap-anywhere">
            Bought by {credit.boughtBy}, {credit.boughtByPhone}
            {credit.boughtByEmail && credit.boughtByEmail !== credit.email ? (
              <>
                , <Email address={credit.boughtByEmail} />
              </>
            ) : null}
          </p>
        ) : null}
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
      {money ? <VoucherRefund credit={credit} money={money} /> : null}
      {credit.moves.length > 0 ? <Moves moves={credit.moves} /> : null}
    </SidePanel>
  )
}
