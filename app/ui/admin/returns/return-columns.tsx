import type { ListedReturn } from '../../../modules/returns/list-all-returns.ts'
import { formatDate } from '../../../rules/dates.ts'
import { customerWords } from '../../../rules/messages/orders/words.ts'
import { RETURN_REASON_WORDS, RETURN_STATUS_WORDS } from '../../../rules/messages/returns/words.ts'
import type { ReturnStatus } from '../../../rules/returns/returns.ts'
import { Link } from '../../kit/link.tsx'
import { badgesOf } from '../badge.tsx'
import { type Column, statusColumn } from '../list/data-table.tsx'
import { DateBelow } from '../list/side-panel.tsx'
import { returnPath } from './return-path.ts'

export const ReturnBadge = badgesOf<ReturnStatus>({
  requested: ['bad', RETURN_STATUS_WORDS.requested],
  approved: ['busy', RETURN_STATUS_WORDS.approved],
  refused: ['plain', RETURN_STATUS_WORDS.refused],
  received: ['bad', RETURN_STATUS_WORDS.received],
  inspected: ['bad', RETURN_STATUS_WORDS.inspected],
  settled: ['good', RETURN_STATUS_WORDS.settled],
  cancelled: ['plain', RETURN_STATUS_WORDS.cancelled],
})

/** The list of all returns; a row's number opens the return in its order. */
export const RETURN_COLUMNS: readonly Column<ListedReturn>[] = [
  {
    label: 'Order',
    isTitle: true,
    show: (row) => (
      <>
        <Link
          to={returnPath(row.orderNumber, row.id)}
          className="inline-flex min-h-11 items-center font-semibold tabular-nums wrap-anywhere text-lake underline underline-offset-4 md:whitespace-nowrap"
        >
          {row.orderNumber}
        </Link>
        <DateBelow>{formatDate(row.createdAt)}</DateBelow>
      </>
    ),
  },
  {
    label: 'Customer',
    show: (row) => <span className="wrap-anywhere">{customerWords(row)}</span>,
  },
  {
    label: 'Asked for',
    sort: 'asked',
    isSpare: true,
    show: (row) => <span className="md:whitespace-nowrap">{formatDate(row.createdAt)}</span>,
  },
  { label: 'Why', show: (row) => RETURN_REASON_WORDS[row.reason] },
  statusColumn<ListedReturn>((row) => <ReturnBadge status={row.status} />),
  { label: 'Pieces', isFigure: true, show: (row) => row.pieces },
]
