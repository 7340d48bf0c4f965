import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { pictures, returnPhotos, returns } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'

/** The photos of an order's returns, for whoever requested them and for staff: nobody else gets their addresses. */
export async function listReturnPhotos(
  { db, storage }: Pick<Shop, 'storage'> & { db: Db },
  orderId: string,
) {
  const rows = await db
    .select({ returnId: returnPhotos.returnId, picture: PICTURE_COLUMNS })
    .from(returnPhotos)
    .innerJoin(returns, eq(returns.id, returnPhotos.returnId))
    .innerJoin(pictures, eq(pictures.id, returnPhotos.pictureId))
    .where(eq(returns.orderId, orderId))
    .orderBy(asc(returnPhotos.returnId), asc(returnPhotos.position))
  return rows.flatMap(({ returnId, picture }) => {
    const source = toPictureSource(storage, picture)
    return source ? [{ returnId, ...source }] : []
  })
}
export type ReturnPhoto = Awaited<ReturnType<typeof listReturnPhotos>>[number]
