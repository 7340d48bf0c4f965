import type { Tx } from '../../../db/open.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { recordAudit, type Signed } from '../../audit/record-audit.ts'

/**
 * Logs that a sale is under review again after somebody had handled it. The actor is who sent the event that reopened
 * it, or nobody for a payment.
 */
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
