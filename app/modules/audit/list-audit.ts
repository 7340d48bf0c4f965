import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { searchPage } from '../../db/search-page.server.ts'
import { auditLog, profiles, users } from '../../db/tables.server.ts'
import type { AuditAction, AuditEntity } from '../../rules/audit/audit.ts'
import { type Page } from '../../rules/lists.ts'
import { labelsCalled } from '../../rules/messages/audit/words.ts'
import { TIME_ZONE } from '../../shop.ts'

export type AuditFilter = {
  /** Part of the label. */
  search: string
  entity: AuditEntity | null
  action: AuditAction | null
  /** The whole email address of the person who acted. */
  email: string | null
  /** Days in the shop's time zone, both included: `2026-11-20`. */
  from: string | null
  to: string | null
}

export type AuditLine = {
  id: string
  at: Date
  name: string | null
  email: string | null
  action: AuditAction
  entity: AuditEntity
  entityId: string
  label: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
}

const CURSOR = /^\d{1,15}$/

/** The audit log, newest first; `after` is the last id of the page before. */
export async function listAudit(
  db: Db,
  asked: AuditFilter & { after: string | null; limit: number },
): Promise<Page<AuditLine>> {
  const after = asked.after && CURSOR.test(asked.after) ? Number(asked.after) : null
  const person = asked.email ? await findPerson(db, asked.email) : null
  if (asked.email && !person) return { rows: [], next: null }
  const where = and(
    ...conditions(asked),
    person ? eq(auditLog.byUser, person) : undefined,
    after === null ? undefined : lt(auditLog.id, after),
  )
  const order = [desc(auditLog.id)]
  const rows = await db
    .select({
      id: sql<string>`${auditLog.id}::text`,
      at: auditLog.createdAt,
      name: sql<string | null>`coalesce(${profiles.fullName}, ${users.name})`,
      email: users.email,
      ...columnsOf(auditLog, 'action', 'entity', 'entityId', 'label'),
      before: sql<AuditLine['before']>`${auditLog.before}`,
      after: sql<AuditLine['after']>`${auditLog.after}`,
      ip: auditLog.ip,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.byUser))
    .leftJoin(profiles, eq(profiles.userId, auditLog.byUser))
    .where(await searchPage(db, asked, searched, { where, order }))
    .orderBy(...order)
    .limit(asked.limit + 1)
  const shown = rows.slice(0, asked.limit)
  return { rows: shown, next: rows.length > asked.limit ? (shown.at(-1)?.id ?? null) : null }
}

/** A label may be a code: the search also finds the words that the list shows for it. */
function searched(search: string) {
  const texts = [search, ...labelsCalled(search)]
  const holds = sql`(${sql.join(
    texts.map((text) => holdsText(auditLog.label, text)),
    sql` or `,
  )})`
  return { table: auditLog, id: auditLog.id, holds }
}

/** Looked up before the log is queried: the number of a person's entries decides which index is fast. */
async function findPerson(db: Db, email: string) {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email.toLowerCase()))
  return person?.id
}

function conditions({ entity, action, from, to }: AuditFilter) {
  return [
    entity ? eq(auditLog.entity, entity) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    ...(from ? sinceDay(sql`(${from}::date)::timestamp at time zone ${TIME_ZONE}`) : []),
    ...(to ? beforeDay(sql`(${to}::date + 1)::timestamp at time zone ${TIME_ZONE}`) : []),
  ]
}

/* The list is sorted by id, so the day is turned into ids: otherwise all newer rows would be read to reach an old
   day. A row's time is the start of its transaction, and its id was given a moment later: a margin of one minute
   covers this. */
const sinceDay = (begin: SQL) => [
  sql`${auditLog.createdAt} >= ${begin}`,
  gt(
    auditLog.id,
    sql`coalesce((select id from audit_log where created_at < ${begin} - interval '1 minute' order by created_at desc limit 1), 0)`,
  ),
]
const beforeDay = (end: SQL) => [
  sql`${auditLog.createdAt} < ${end}`,
  lt(
    auditLog.id,
    sql`coalesce((select id from audit_log where created_at >= ${end} + interval '1 minute' order by created_at limit 1), 9223372036854775807)`,
  ),
]
