import type { Tx } from '../../../db/open.server.ts'
import { type Actor, type Change, recordAudit } from '../../audit/record-audit.ts'

/** Writes into the log what staff have done with an order. */
export const auditOrder = (
  db: Tx,
  actor: Actor,
  { id, orderNumber }: { id: string; orderNumber: string },
  change: Pick<Change, 'action' | 'before' | 'after'>,
) => recordAudit(db, actor, { entity: 'order', entityId: id, label: orderNumber, ...change })
