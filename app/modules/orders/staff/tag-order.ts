import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { orderTags, taggedOrders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_TAG, MOST_TAGS, MOST_TAGS_OF_ORDER } from '../../../rules/orders/order-staff.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { auditOrder } from './audit-order.ts'

type Tagging = { orderId: string; tag: string }

/** Staff add a tag to an order; a new tag is saved for other orders. Does nothing when the order has it. */
export const tagOrder = (
  db: Db,
  actor: Actor,
  { orderId, tag }: Tagging,
): Promise<{ ok: true } | Refusal<'not-found' | 'tag-bad' | 'tags-too-many'>> =>
  transact(db, async (db) => {
    const name = tag.replace(/\s+/g, ' ').trim()
    if (name === '' || Array.from(name).length > LONGEST_TAG)
      return { ok: false, reason: 'tag-bad' }
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const kept = await keepTag(db, name)
    if (!kept) return { ok: false, reason: 'tags-too-many' }
    const added = await db
      .insert(taggedOrders)
      .values({ orderId, tagId: kept.id })
      .onConflictDoNothing()
      .returning({ tagId: taggedOrders.tagId })
    if (added.length === 0) return { ok: true }
    const count = await db.$count(taggedOrders, eq(taggedOrders.orderId, orderId))
    if (count > MOST_TAGS_OF_ORDER) return { ok: false, reason: 'tags-too-many' }
    await noteTag(db, actor, order, { after: { tag: kept.name } })
    return { ok: true }
  })

/** Staff remove a tag from an order; a tag that no order has any more is deleted. */
export const untagOrder = (
  db: Db,
  actor: Actor,
  { orderId, tag }: Tagging,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  transact(db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    // Locked, so that nobody adds the tag to another order between the count and its deletion.
    const [kept] = await db.select().from(orderTags).where(isCalled(tag)).for('update')
    if (!kept) return { ok: true }
    const removed = await db
      .delete(taggedOrders)
      .where(and(eq(taggedOrders.orderId, orderId), eq(taggedOrders.tagId, kept.id)))
      .returning({ tagId: taggedOrders.tagId })
    if (removed.length === 0) return { ok: true }
    if ((await db.$count(taggedOrders, eq(taggedOrders.tagId, kept.id))) === 0)
      await db.delete(orderTags).where(eq(orderTags.id, kept.id))
    await noteTag(db, actor, order, { before: { tag: kept.name } })
    return { ok: true }
  })

/** The saved tags, by name. */
export const listTags = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ name: orderTags.name })
    .from(orderTags)
    .orderBy(asc(sql`lower(${orderTags.name})`))
    .limit(MOST_TAGS)
  return rows.map(({ name }) => name)
}

const isCalled = (name: string) => sql`lower(${orderTags.name}) = lower(${name})`

/** Finds the saved tag of that name or creates it; undefined when there are too many. */
async function keepTag(db: Tx, name: string) {
  const find = () => db.select().from(orderTags).where(isCalled(name)).for('key share')
  const [known] = await find()
  if (known) return known
  // A lock, so that two new tags at once do not exceed the limit.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('order tags'))`)
  if ((await db.$count(orderTags)) >= MOST_TAGS) return undefined
  await db.insert(orderTags).values({ name }).onConflictDoNothing()
  return (await find())[0]
}

const noteTag = (
  db: Tx,
  actor: Actor,
  order: Order,
  change: { before?: { tag: string }; after?: { tag: string } },
) =>
  auditOrder(db, actor, order, {
    action: 'edited',
    ...change,
  })
