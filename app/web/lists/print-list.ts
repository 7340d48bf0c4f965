import { recordExport } from '../../modules/audit/record-export.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { MOST_PRINTED } from '../../rules/lists.ts'
import { type RequestArgs, shopContext } from '../context.ts'
import { requireActor } from '../staff-guards.ts'

/** Whether a request asks for the printed form of a list: `?print=1`. */
export const isPrinted = (request: Request) => new URL(request.url).searchParams.has('print')

/** How many rows a list's screen reads: one page, or the most that are printed. */
export const countRows = (request: Request, perPage: number) =>
  isPrinted(request) ? MOST_PRINTED : perPage

/**
 * Like `countRows`, for a list with personal data. When it is printed, the audit log records who printed it and with
 * which filters, as for a file (export.ts); a page on a screen is not logged.
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
