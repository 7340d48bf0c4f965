import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { pictures } from '../../db/tables.server.ts'

/** Whether a picture still exists, or none is requested; locks it until the transaction ends. */
export const hasPicture = async (db: Tx, id: string | null) =>
  id === null ||
  (await db.select({ id: pictures.id }).from(pictures).where(eq(pictures.id, id)).for('key share'))
    .length === 1
