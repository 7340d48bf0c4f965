import type { Tx } from '../../../db/open.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Origin } from './event-origin.ts'

/** What the log entry says about the origin, beside the sender, who is its actor. */
export const originFacts = ({ name, signer, sender }: Origin) => ({
  cashier: name,
  device: signer?.deviceId ?? sender.deviceId,
  signed: signer !== null,
})

/** Logs a sale or return that somebody other than the named cashier may have made, with its sender as the actor. */
export async function auditDoubts(
  db: Tx,
  origin: Origin,
  reviewReasons: readonly TillReviewReason[],
  sale: { id: string; saleNumber: string },
  amount: number,
) {
  if (!reviewReasons.includes('maker-unproven') && !reviewReasons.includes('signature-wrong'))
    return
  await recordAudit(db, origin.sender, {
    action: 'maker unproven',
    entity: 'pos_sale',
    entityId: sale.id,
    label: sale.saleNumber,
    after: { named: origin.unproven ?? origin.name, ...originFacts(origin), amount },
  })
}
