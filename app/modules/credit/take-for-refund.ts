import type { Tx } from '../../db/open.server.ts'
import { creditMovements } from '../../db/tables.server.ts'

type Taken = { creditId: string; voucherRefundId: string; amount: number; byUser: string }

/** The money of a voucher is about to go back: its locked code holds nothing from now on. */
export const takeForRefund = (db: Tx, { amount, ...taken }: Taken) =>
  db.insert(creditMovements).values({ ...taken, kind: 'spent', amount: -amount })

/** It does not go back after all: the code holds it again. */
export const returnFromRefund = (db: Tx, taken: Taken) =>
  db.insert(creditMovements).values({ ...taken, kind: 'given-back' })
