import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSales } from '../../../db/tables.server.ts'
import { ERASED_NAME } from '../../../rules/accounts/erasure.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'

/** Erases a cashier's name from the notes on sales under review; the sales keep the cashier's id. */
export async function forgetCashier(db: Tx, name: string): Promise<void> {
  const note: ReviewNote = { code: 'maker-unproven', name }
  const holds = sql`${posSales.reviewNotes} @> ${JSON.stringify([note])}::jsonb`
  const erased = JSON.stringify({ ...note, name: ERASED_NAME })
  await db
    .update(posSales)
    .set({
      reviewNotes: sql`(
        select jsonb_agg(case when note = ${JSON.stringify(note)}::jsonb then ${erased}::jsonb else note end order by place)
        from jsonb_array_elements(${posSales.reviewNotes}) with ordinality as notes(note, place))`,
    })
    .where(holds)
}
