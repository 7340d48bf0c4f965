import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Secret } from '../../platform/signed-links.server.ts'
import { orderPath } from '../orders/order-link.ts'
import { listReturnPhotos, type ReturnPhoto } from './list-photos.ts'
import { readReturns } from './list-returns.ts'

/**
 * The returns of an order, for its account (`linkVersion` null) or for whoever has the order's link of that version. A
 * link shows the state of each return. Answer, photos and the order of an exchange it shows only of returns that were
 * requested by this very link; only these are `isOwn`.
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
