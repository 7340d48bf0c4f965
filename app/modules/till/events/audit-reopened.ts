import type { Tx } from '../../../db/open.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { recordAudit, type Signed } from '../../audit/record-audit.ts'

/** What somebody has seen to waits for a person once more: who has sent what it waits for, or nobody for a payment. */
export const auditReopened = (
  db: Tx,
  actor: Signed,
  sale: { id: string; saleNumber: string },
  waitedFor: readonly TillReviewReason[],
) =>
  recordAudit(db, actor, {
    action: 'review reopened',
    entity: 'pos_sale',
    entityId: sale.id,
    label: sale.saleNumber,
    before: { waitedFor: [] },
    after: { waitedFor },
  })
