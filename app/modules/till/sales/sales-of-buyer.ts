import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { phoneDigits, posSales } from '../../../db/tables.server.ts'
import { readPhone } from '../../../rules/phone.ts'
import { type Contact, phoneEnd } from '../../../rules/privacy/contact.ts'

const SALE = columnsOf(
  posSales,
  'id',
  'saleNumber',
  'createdAt',
  'customerName',
  'customerPhone',
  'notes',
  'handledNote',
  'paymentMethod',
  'paymentStatus',
  'totalAmount',
  'reviewReasons',
  'handledAt',
)

const readSales = (db: Db | Tx, where: SQL | undefined) =>
  db.select(SALE).from(posSales).where(where).orderBy(desc(posSales.createdAt), desc(posSales.id))
export type SaleOfBuyer = Awaited<ReturnType<typeof readSales>>[number]

/** The sales at tills that bear this number, or the one of this receipt, the newest first; none for an email address. */
export async function listSalesOfBuyer(
  db: Db | Tx,
  { kind, value }: Contact,
): Promise<SaleOfBuyer[]> {
  if (kind === 'email') return []
  if (kind === 'receipt') return readSales(db, eq(posSales.saleNumber, value))
  const endsAlike = eq(phoneDigits(posSales.customerPhone), phoneEnd(value))
  const sales = await readSales(db, and(isNotNull(posSales.customerPhone), endsAlike))
  // Another country's number may end alike.
  return sales.filter(({ customerPhone }) => readPhone(customerPhone ?? '') === value)
}

/** The same by its id: after a restore. */
export const findSaleOfBuyer = (db: Tx, id: string) => readSales(db, eq(posSales.id, id))

/** Whether a sale still names somebody, in any of its fields. */
export const namesBuyer = (sale: SaleOfBuyer) =>
  [sale.customerName, sale.customerPhone, sale.notes, sale.handledNote].some(
    (text) => text !== null,
  )

/** Its money may still come, or somebody has to look at it: who bought may have to be called. */
export const isSaleOpen = ({ paymentStatus, reviewReasons, handledAt }: SaleOfBuyer) =>
  paymentStatus === 'pending' || (reviewReasons.length > 0 && handledAt === null)
