import { recordExport } from '../../modules/audit/record-export.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { MOST_PRINTED } from '../../rules/lists.ts'
import { type RequestArgs, shopContext } from '../context.ts'
import { requireActor } from '../staff-guards.ts'

/** Whether a list is asked for as it goes on paper: `?print=1`. */
export const isPrinted = (request: Request) => new URL(request.url).searchParams.has('print')

/**
 * How many rows of a list its screen reads: a page of them, or as many as are printed. Of a list that is `logged`
 * the log then says who took it, and narrowed to what, as of a file (export.ts).
 */
export async function countRows(
  args: RequestArgs,
  perPage: number,
  logged?: { entity: AuditEntity; label: string; query: Record<string, string | null> },
) {
  if (!isPrinted(args.request)) return perPage
  if (logged) {
    const { after: _, ...filters } = logged.query
    const { db } = args.context.get(shopContext)
    await recordExport(db, await requireActor(args), { ...logged, filters })
  }
  return MOST_PRINTED
}
