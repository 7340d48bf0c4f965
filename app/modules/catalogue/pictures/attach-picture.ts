import { eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { pictures, productImages, products } from '../../../db/tables.server.ts'
import { MOST_IMAGES } from '../../../rules/catalogue/product-values.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { sourceOf } from '../../media/source-of.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { productInLog } from '../edit/product-in-log.ts'
import { readFacts } from '../edit/read-stored.ts'

type Attached = {
  productId: string
  pictureId: string
  color: string | null
  /** Alt text; when blank, the product's name. */
  alt: string
  source: string
}

/** Adds a picture after the product's other pictures. A picture from the same file (`source`) is not added twice. */
export async function attachPicture(
  db: Tx,
  actor: Actor,
  { productId, pictureId, color, alt, source }: Attached,
): Promise<
  | { ok: true }
  | Refusal<'not-found'>
  | { ok: false; reason: 'product-archived' }
  | { ok: false; reason: 'pictures-full'; most: number }
> {
  const [product] = await lockProducts(db, [productId])
  if (!product) return { ok: false, reason: 'not-found' }
  if (product.archivedAt) return { ok: false, reason: 'product-archived' }
  const images = await db
    .select({
      position: productImages.position,
      ...columnsOf(pictures, 'path', 'sourceHash'),
    })
    .from(productImages)
    .innerJoin(pictures, eq(pictures.id, productImages.pictureId))
    .where(eq(productImages.productId, productId))
  if (images.some((image) => sourceOf(image) === source)) return { ok: true }
  if (images.length >= MOST_IMAGES) return { ok: false, reason: 'pictures-full', most: MOST_IMAGES }
  const before = await readFacts(db, productId)
  await db.insert(productImages).values({
    productId,
    pictureId,
    alt: alt || product.name,
    color,
    position: Math.max(-1, ...images.map(({ position }) => position)) + 1,
  })
  await db
    .update(products)
    .set({ version: sql`${products.version} + 1`, updatedAt: sql`now()` })
    .where(eq(products.id, productId))
  await recordAudit(db, actor, {
    ...productInLog(product),
    action: 'edited',
    before,
    after: await readFacts(db, productId),
  })
  return { ok: true }
}
