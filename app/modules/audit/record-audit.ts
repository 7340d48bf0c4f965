import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { type AuditAction, type AuditEntity, differenceOf } from '../../rules/audit/audit.ts'

/** Who acts in the back office, from which network address, and by which press of a form. */
export type Actor = { userId: string; ip: string; request?: string | null }

/** An actor, or a job that acts for a known person, without a network address. */
export type ActorOrJob = Omit<Actor, 'ip'> & { ip: string | null }

/** The person for whom a job acts later: without a network address, and null when erased meanwhile. */
export type Signed = { userId: string | null; ip: string | null; request?: string | null }

/** A command on the server itself: the person who runs it is not signed in. */
export const COMMAND = { userId: null, ip: null, request: null }

export type Change = {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  /** The name that staff know it by: an order number, a product's name, a code. */
  label: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * Records who changed what, from what to what, and from where. It takes a transaction, because the entry must commit or
 * roll back with the change itself. Stores only the fields that differ; an edit that changed nothing writes no entry.
 */
export async function recordAudit(db: Tx, actor: Signed, change: Change) {
  const { before, after } = differenceOf(change.before ?? null, change.after ?? null)
  if (before && after && Object.keys(after).length === 0) return
  await db.insert(auditLog).values({
    byUser: actor.userId,
    ip: actor.ip,
    request: actor.request ?? null,
    action: change.action,
    entity: change.entity,
    entityId: change.entityId,
    label: change.label,
    before,
    after,
  })
}
