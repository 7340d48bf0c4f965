import { recordExport } from '../../modules/audit/record-export.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { MOST_PRINTED } from '../../rules/lists.ts'
import { type RequestArgs, shopContext } from '../context.ts'
import { requireActor } from '../staff-guards.ts'

/** Whether a list is asked for as it goes on paper: `?print=1`. */
export const isPrinted = (request: Request) => new URL(request.url).searchParams.has('print')

/** How many rows of a list its screen reads: a page of them, or as many as are printed. */
export const countRows = (request: Request, perPage: number) =>
  isPrinted(request) ? MOST_PRINTED : perPage

/**
 * The same of a list with people in it. When it is printed, the audit log says who took it and how it was narrowed, as
 * of a file (export.ts); a page on a screen is not logged.
 */
export async function limitPrinted(
  args: RequestArgs,
  perPage: number,
  {
    entity,
    label,
    query: { after: _, ...filters },
  }: { entity: AuditEntity; label: string; query: Record<string, string | null> },
): Promise<number> {
  if (!isPrinted(args.request)) return perPage
  const { db } = args.context.get(shopContext)
  await recordExport(db, await requireActor(args), { entity, label, filters })
  return MOST_PRINTED
}
