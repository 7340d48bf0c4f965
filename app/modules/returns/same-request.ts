import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnPhotos } from '../../db/tables.server.ts'
import type { Return } from './move-return.ts'
import { linesOfReturns, type ReturnRequest } from './request-return.ts'

/**
 * After a lost answer the form can be changed and sent again: who then asks for another return than the one that is on
 * record must learn it. Photos are stored anew each time they are sent, so that only their number tells.
 */
export async function isSameReturn(
  db: Tx,
  known: Return,
  { orderId, reason, note, lines, isHere = false, pictures = [] }: ReturnRequest,
): Promise<boolean> {
  const wasHere = known.receivedAt !== null && +known.receivedAt === Number(known.decidedAt)
  if (
    known.orderId !== orderId ||
    known.reason !== reason ||
    known.note !== note ||
    wasHere !== isHere
  )
    return false
  const items = await linesOfReturns(db, [known.id])
  const isSame =
    items.length === lines.length &&
    items.every(({ orderItemId, quantity, wantedVariantId }) =>
      lines.some(
        ({ lineId, units, chosen = null }) =>
          lineId === orderItemId && units === quantity && chosen === wantedVariantId,
      ),
    )
  const photos = await db.$count(returnPhotos, eq(returnPhotos.returnId, known.id))
  return isSame && photos === pictures.length
}
