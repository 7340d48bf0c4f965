import type { Tx } from '../../db/open.server.ts'
import { auditLog } from '../../db/tables.server.ts'
import { type AuditAction, type AuditEntity, differenceOf } from '../../rules/audit/audit.ts'

/** Who does something in the back office, from which network address, and by which press of a form. */
export type Actor = { userId: string; ip: string; request?: string | null }

/** The same, or a job for somebody who is known: from no address. */
export type ActorOrJob = Omit<Actor, 'ip'> & { ip: string | null }

/** Who has signed what a job does later for them: from no address, and perhaps gone meanwhile. */
export type Signed = { userId: string | null; ip: string | null; request?: string | null }

/** The command on the server's own machine: whoever may run it is signed in nowhere. */
export const COMMAND = { userId: null, ip: null, request: null }

export type Change = {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  /** What people call it: an order number, a product's name, a code. */
  label: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * Writes who changed what, from what to what, from where. It takes a transaction, since it must stand or
 * fall with the change itself. Of two states only the fields that differ are kept; an edit that changed
 * nothing leaves no line.
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
