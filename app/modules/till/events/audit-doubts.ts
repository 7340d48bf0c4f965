import type { Tx } from '../../../db/open.server.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Origin } from './event-origin.ts'

/** What the log says of it, beside the sender, whom it bears. */
export const originFacts = ({ name, signer, sender }: Origin) => ({
  cashier: name,
  device: signer?.deviceId ?? sender.deviceId,
  signed: signer !== null,
})

/** A sale or return that somebody else may have made is told in the log, by whoever sent it. */
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
