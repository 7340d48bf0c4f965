import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { readySentences } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_MESSAGE } from '../../../rules/orders/order-messages.ts'
import { LONGEST_SENTENCE_NAME, MOST_SENTENCES } from '../../../rules/orders/ready-sentences.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'

const length = (text: string) => Array.from(text).length

/** Staff save a text under a name, to answer with; it replaces a text of that name. */
export const keepSentence = (
  db: Db,
  actor: Actor,
  written: { name: string; text: string },
): Promise<{ ok: true } | Refusal<'sentence-bad' | 'sentences-full'>> =>
  transact(db, async (db) => {
    const name = written.name.replace(/\s+/g, ' ').trim()
    const { text } = written
    const isFit = name !== '' && length(name) <= LONGEST_SENTENCE_NAME
    if (!isFit || text === '' || length(text) > LONGEST_MESSAGE)
      return { ok: false, reason: 'sentence-bad' }
    // A lock, so that two saves at once do not exceed the limit.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('ready sentences'))`)
    const isCalled = sql`lower(${readySentences.name}) = lower(${name})`
    const [before] = await db.select().from(readySentences).where(isCalled)
    if (!before && (await db.$count(readySentences)) >= MOST_SENTENCES)
      return { ok: false, reason: 'sentences-full' }
    const [kept] = before
      ? await db
          .update(readySentences)
          .set({ name, text })
          .where(eq(readySentences.id, before.id))
          .returning()
      : await db.insert(readySentences).values({ name, text }).returning()
    if (!kept) throw new Error('a sentence was not kept')
    await recordAudit(db, actor, {
      action: before ? 'edited' : 'created',
      entity: 'sentence',
      entityId: kept.id,
      label: name,
      before: before ? { text: before.text } : null,
      after: { text },
    })
    return { ok: true }
  })

/** Staff delete a saved text; does nothing when it is already deleted. */
export const deleteSentence = (db: Db, actor: Actor, id: string): Promise<{ ok: true }> =>
  transact(db, async (db) => {
    const [gone] = await db.delete(readySentences).where(eq(readySentences.id, id)).returning()
    if (gone)
      await recordAudit(db, actor, {
        action: 'deleted',
        entity: 'sentence',
        entityId: id,
        label: gone.name,
        before: { text: gone.text },
      })
    return { ok: true }
  })

/** The saved texts, by name. */
export const listSentences = (db: Db) =>
  db
    .select({ id: readySentences.id, name: readySentences.name, text: readySentences.text })
    .from(readySentences)
    .orderBy(asc(sql`lower(${readySentences.name})`))
    .limit(MOST_SENTENCES)
export type ReadySentence = Awaited<ReturnType<typeof listSentences>>[number]
