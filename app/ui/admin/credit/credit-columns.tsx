import type { ListedCredit } from '../../../modules/credit/list-credits.ts'
import { type CreditState, creditStateOf } from '../../../rules/credit/credit.ts'
import { formatDate, formatDateTime } from '../../../rules/dates.ts'
import { CREDIT_KIND_WORDS, CREDIT_STATE_WORDS } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { badgesOf } from '../badge.tsx'
import { Email } from '../email.tsx'
import { type Column, statusColumn } from '../list/data-table.tsx'
import { OpenLink } from '../list/side-panel.tsx'

export const CreditBadge = badgesOf<CreditState>({
  awaiting: ['bad', CREDIT_STATE_WORDS.awaiting],
  active: ['good', CREDIT_STATE_WORDS.active],
  'used-up': ['plain', CREDIT_STATE_WORDS['used-up']],
  blocked: ['warm', CREDIT_STATE_WORDS.blocked],
  'paid-back': ['plain', CREDIT_STATE_WORDS['paid-back']],
  cancelled: ['plain', CREDIT_STATE_WORDS.cancelled],
})

const CODE: Column<ListedCredit> = {
  label: 'Code',
  isTitle: true,
  show: ({ id, ending, kind }) => (
    <>
      <OpenLink name="credit" value={id}>
        … {ending}
      </OpenLink>
      <span className="block text-sm text-quiet">{CREDIT_KIND_WORDS[kind]}</span>
    </>
  ),
}
const STATE = statusColumn<ListedCredit>((credit) => <CreditBadge status={creditStateOf(credit)} />)
const BALANCE: Column<ListedCredit> = {
  label: 'Balance',
  sort: 'balance',
  isFigure: true,
  show: ({ balance, amount }) => (
    <>
      {formatKwacha(balance)}
      {balance < amount ? (
        <span className="block text-sm text-quiet">of {formatKwacha(amount)}</span>
      ) : null}
    </>
  ),
}

export const CREDIT_COLUMNS: readonly Column<ListedCredit>[] = [
  CODE,
  { label: 'Issued', sort: 'created', show: ({ createdAt }) => formatDateTime(createdAt) },
  {
    label: 'Sent to',
    show: ({ email }) => (
      <span className="wrap-anywhere">{email ? <Email address={email} /> : '–'}</span>
    ),
  },
  STATE,
  BALANCE,
]

/** The columns that fit beside an open code. */
export const BESIDE_CREDIT: readonly Column<ListedCredit>[] = [
  CODE,
  { label: 'Issued', sort: 'created', show: ({ createdAt }) => formatDate(createdAt) },
  STATE,
  BALANCE,
]
