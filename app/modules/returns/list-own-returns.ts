import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Secret } from '../../platform/signed-links.server.ts'
import { orderPath } from '../orders/order-link.ts'
import { listReturnPhotos, type ReturnPhoto } from './list-photos.ts'
import { readReturns } from './list-returns.ts'

/**
 * What comes back of an order, for its account (`linkVersion` null), or for whoever has its link of that version. By a
 * link one knows how each stands, and of those that were asked for by this very link what the shop has answered, the
 * photos, and the order by which other pieces went out; only these are `isOwn`.
 */
export async function listOwnReturns(
  { db, storage, config }: Pick<Shop, 'storage'> & { db: Db; config: Secret },
  orderId: string,
  linkVersion: number | null,
) {
  const { rows, units } = await readReturns(db, orderId)
  const isOfReader = (by: number | null) => linkVersion === null || by === linkVersion
  const owned = new Set(rows.flatMap((row) => (isOfReader(row.linkVersion) ? [row.id] : [])))
  const photos: ReturnPhoto[] =
    owned.size > 0 ? await listReturnPhotos({ db, storage }, orderId) : []
  return {
    rows: rows.map(({ id, version, status, answer, exchange, lines, linkVersion: asked }) => ({
      id,
      version,
      status,
      lines: lines.map((line) => ({
        orderItemId: line.orderItemId,
        quantity: line.quantity,
        wantedVariantId: line.wantedVariantId,
        chosenSize: line.chosenSize,
        chosenColor: line.chosenColor,
      })),
      isOwn: owned.has(id),
      isByLink: asked !== null,
      answer: owned.has(id) ? answer : null,
      exchange: exchange && {
        number: exchange.orderNumber,
        path: !owned.has(id)
          ? null
          : linkVersion === null
            ? `/orders/${exchange.orderNumber}`
            : orderPath(config, exchange, 'without-code'),
      },
    })),
    units,
    photos: photos.filter(({ returnId }) => owned.has(returnId)),
  }
}
