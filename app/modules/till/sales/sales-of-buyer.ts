import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { isOddPhone, payments, phoneDigits, posSales } from '../../../db/tables.server.ts'
import { phoneEnds, phoneKey } from '../../../rules/phone.ts'
import type { Contact } from '../../../rules/privacy/contact.ts'
import { isNotPaidWhole } from '../../../rules/till/sale-transitions.ts'
import { namesPayer } from '../../payments/forget-payer.ts'

/** Whether a sale still names its buyer, in a field of its own or in a payment: what `forgetBuyer` erases. */
export const namesBuyer = sql<boolean>`(
  num_nonnulls(${posSales.customerName}, ${posSales.customerPhone}, ${posSales.notes}, ${posSales.handledNote}) > 0
  or exists (select from ${payments} payment where payment.pos_sale_id = pos_sales.id and ${namesPayer}))`

const SALE = {
  ...columnsOf(
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
    'unpaidAmount',
    'reviewReasons',
    'handledAt',
  ),
  isNamed: namesBuyer,
}

const readSales = (db: Db | Tx, where: SQL | undefined) =>
  db.select(SALE).from(posSales).where(where).orderBy(desc(posSales.createdAt), desc(posSales.id))
export type SaleOfBuyer = Awaited<ReturnType<typeof readSales>>[number]

/**
 * The sales at tills with this phone number, or the one with this receipt number, newest first; none for an
 * email address. `perhaps`: the number is part of a text that is not one phone number, so that a person has to
 * decide whose sale it is.
 */
export async function listSalesOfBuyer(
  db: Db | Tx,
  { kind, value }: Contact,
): Promise<{ sales: SaleOfBuyer[]; perhaps: SaleOfBuyer[] }> {
  if (kind === 'email') return { sales: [], perhaps: [] }
  if (kind === 'receipt')
    return { sales: await readSales(db, eq(posSales.saleNumber, value)), perhaps: [] }
  const ends = phoneEnds(value)
  const holdsIt = sql`exists (select from unnest(${sql.param(ends)}::text[]) as one
    where position(one in regexp_replace(${posSales.customerPhone}, '[^0-9]', '', 'g')) > 0)`
  const found = await readSales(
    db,
    and(
      isNotNull(posSales.customerPhone),
      or(
        inArray(phoneDigits(posSales.customerPhone), ends),
        and(isOddPhone(posSales.customerPhone), holdsIt),
      ),
    ),
  )
  const keyOf = ({ customerPhone }: SaleOfBuyer) => phoneKey(customerPhone ?? '')
  return {
    // Another country's number may have the same ending.
    sales: found.filter((sale) => keyOf(sale) === phoneKey(value)),
    perhaps: found.filter((sale) => keyOf(sale) === null),
  }
}

/** Reads one sale by its id, after a restore. */
export const findSaleOfBuyer = (db: Tx, id: string) => readSales(db, eq(posSales.id, id))

/** Whether a sale may still be paid or needs a review: its buyer may have to be called. */
export const isSaleOpen = ({
  paymentStatus,
  reviewReasons,
  handledAt,
  unpaidAmount,
}: Pick<SaleOfBuyer, 'paymentStatus' | 'reviewReasons' | 'handledAt' | 'unpaidAmount'>) =>
  paymentStatus === 'pending' ||
  isNotPaidWhole({ paymentStatus, unpaidAmount }) ||
  (reviewReasons.length > 0 && handledAt === null)
