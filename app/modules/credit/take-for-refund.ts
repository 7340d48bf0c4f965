import type { Tx } from '../../db/open.server.ts'
import { creditMovements } from '../../db/tables.server.ts'

type Taken = { creditId: string; voucherRefundId: string; amount: number; byUser: string }

/** A voucher is about to be refunded: takes its amount off the locked code. */
export const takeForRefund = (db: Tx, { amount, ...taken }: Taken) =>
  db.insert(creditMovements).values({ ...taken, kind: 'spent', amount: -amount })

/** The refund was cancelled: puts its amount back on the code. */
export const returnFromRefund = (db: Tx, taken: Taken) =>
  db.insert(creditMovements).values({ ...taken, kind: 'given-back' })
