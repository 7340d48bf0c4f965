import { useSearchParams } from 'react-router'
import { type BulkAim, bulkTexts, formatAim } from '../../../../rules/messages/orders/changes.ts'
import { UNDO_SECONDS } from '../../../../rules/orders/undo.ts'
import { Link } from '../../../kit/link.tsx'
import { addressOf } from '../../list/side-panel.tsx'
import { areUnpaid } from '../bulk-question.ts'
import { UndoForm } from './undo-form.tsx'

export type BulkResult = {
  to: BulkAim
  moved: number
  already: number
  unpaid: number
  refused: readonly { order: string | null; why: string }[]
  /** The moves that can be undone. */
  undo: readonly number[]
}

/** The result for the ticked orders when not all of them could be moved. */
export function BulkReport({ to, moved, already, unpaid, refused, undo }: BulkResult) {
  const [params] = useSearchParams()
  return (
    <div role="alert" className="mb-4 rounded-card border-2 border-alarm bg-alarm-wash p-4">
      <p className="font-semibold">
        {moved} set to {formatAim(to)}
        {unpaid > 0 ? `, of which ${areUnpaid(unpaid)}` : ''}
        {already > 0 ? `, ${already} stood there already` : ''}, {refused.length} could not be:
      </p>
      <ul className="mt-1 list-disc pl-5">
        {refused.map(({ order, why }, index) => (
          <li key={order ?? index}>
            {order ? (
              <Link
                to={addressOf(params, 'order', order)}
                className="font-semibold tabular-nums text-lake underline underline-offset-4"
              >
                {order}
              </Link>
            ) : (
              <strong>{bulkTexts['name-unknown']}</strong>
            )}{' '}
            {why}
          </li>
        ))}
      </ul>
      <UndoForm key={undo.join()} moves={undo} leftMs={UNDO_SECONDS * 1000} />
    </div>
  )
}
