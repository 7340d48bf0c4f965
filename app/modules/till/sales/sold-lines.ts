import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSaleItems, products, variants } from '../../../db/tables.server.ts'
import { paidPrices } from '../../../rules/till/exchanges/paid-prices.ts'
import type { CashSale, SoldLine } from '../../../rules/till/till-events.ts'
import { costOf } from '../../catalogue/cost-of.ts'
import { allocateAvailable } from '../../stock/allocate-available.ts'
import type { Doubts } from '../events/doubts.ts'
import { readPiecesBack } from '../returns/pieces-back.ts'
import { readListPrices } from './read-list-prices.ts'
import { boundDiscount } from './same-sale.ts'

type ComparedLine = SoldLine & { known: { variantId: string; productId: string } | undefined }

/**
 * The lines that a till sold, each discount limited to the line's price; whatever is odd about them
 * is added to `doubts`. A line costs what the till's list says, or what was paid for pieces of the same product that
 * came back for this sale.
 */
export async function compareLines(
  db: Tx,
  sale: CashSale,
  tillId: string | null,
  doubts: Doubts,
): Promise<ComparedLine[]> {
  const soldItems = await findSoldVariants(db, sale)
  const prices = await readListPrices(db, sale, tillId)
  const paid = paidPrices(sale.exchange ? await readPiecesBack(db, sale.id) : [])
  return sale.lines.map((sent) => {
    const line = boundDiscount(sent)
    const known = soldItems.get(line.variantId)
    if (!known) doubts.add('goods-unknown', { code: 'product-gone', product: line.name })
    const price = known && prices.get(known.productId)
    const { quantity, unitPrice } = line
    if (known && price !== unitPrice && !paid.take({ ...known, quantity, price: unitPrice }))
      doubts.add('price-differs', {
        code: 'price-differs',
        product: line.name,
        sold: unitPrice,
        listed: price ?? null,
      })
    if (line.discount !== sent.discount)
      doubts.add('sum-differs', { code: 'discount-above-price', product: line.name })
    return { ...line, known }
  })
}

async function findSoldVariants(db: Tx, { lines }: CashSale) {
  const rows = await db
    .select({ variantId: variants.id, productId: products.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      inArray(
        variants.id,
        lines.map(({ variantId }) => variantId),
      ),
    )
  return new Map(rows.map((row) => [row.variantId, row]))
}

/**
 * Takes what is available out of stock and writes the lines of a sale, each with its missing units, which are added to
 * `doubts`. `keepsIds`: the lines keep the ids that the till gave them.
 */
export async function writeLines(
  db: Tx,
  lines: readonly ComparedLine[],
  { posSaleId, byUser, keepsIds }: { posSaleId: string; byUser: string; keepsIds: boolean },
  doubts: Doubts,
): Promise<void> {
  const missing = await allocateAvailable(db, lines, { posSaleId, byUser })
  const items = lines.map((line, position) => {
    const short = Math.min(line.quantity, missing.get(line.variantId) ?? 0)
    if (short > 0) {
      missing.set(line.variantId, (missing.get(line.variantId) ?? 0) - short)
      doubts.add('short-stock', { code: 'short-stock', units: short, product: line.name })
    }
    return {
      id: keepsIds ? line.id : undefined,
      posSaleId,
      productId: line.known?.productId ?? null,
      variantId: line.known ? line.variantId : null,
      name: line.name,
      sku: line.sku,
      size: line.size,
      color: line.color,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discountAmount: line.discount,
      totalPrice: line.unitPrice * line.quantity - line.discount,
      unitCost: costOf(line.known?.productId ?? null),
      missing: short,
      position,
    }
  })
  if (items.length > 0) await db.insert(posSaleItems).values(items)
}
