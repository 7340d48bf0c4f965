import type { Db } from '../../db/open.server.ts'
import { recordExport } from '../../modules/audit/record-export.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Page } from '../../rules/lists.ts'
import { type RequestArgs, shopContext } from '../context.ts'
import { requireActor } from '../staff-guards.ts'
import { type CsvColumns, listFile } from './csv.ts'

const AT_ONCE = 500

type Query = Record<string, string | boolean | null> & { after: string | null }
type Export<Q extends Query, R> = {
  name: string
  /** The entity and the label in the audit log. */
  entity: AuditEntity
  label: string
  /** The search, filters and sort order in this address. */
  query: Q
  read: (db: Db, asked: Q & { limit: number }, shop: Shop) => Promise<Page<R>>
  columns: CsvColumns<R>
}

/**
 * A list of the back office as a file for spreadsheets: all its pages, as its screen shows it. The audit log records
 * who exported it, and with which filters, before the first row is sent.
 */
export async function exportList<Q extends Query, R>(args: RequestArgs, file: Export<Q, R>) {
  const actor = await requireActor(args)
  const shop = args.context.get(shopContext)
  const { after: _, ...filters } = file.query
  await recordExport(shop.db, actor, { ...file, filters })
  return listFile(file.name, file.columns, (after) =>
    file.read(shop.db, { ...file.query, after, limit: AT_ONCE }, shop),
  )
}
