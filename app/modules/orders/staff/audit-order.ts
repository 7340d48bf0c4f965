import type { Tx } from '../../../db/open.server.ts'
import { type Change, recordAudit, type Signed } from '../../audit/record-audit.ts'

/** Logs what staff, or whoever has a link of the order or its parcel, have done with an order. */
export const auditOrder = (
  db: Tx,
  actor: Signed,
  { id, orderNumber }: { id: string; orderNumber: string },
  change: Pick<Change, 'action' | 'before' | 'after'>,
) => recordAudit(db, actor, { entity: 'order', entityId: id, label: orderNumber, ...change })
