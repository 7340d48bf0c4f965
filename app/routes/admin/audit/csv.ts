import { type AuditLine, listAudit } from '../../../modules/audit/list-audit.ts'
import { recordExport } from '../../../modules/audit/record-export.ts'
import {
  actionWords,
  describeChange,
  ENTITY_WORDS,
  labelWords,
} from '../../../rules/audit/audit-words.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/csv'
import { readActivityAddress } from './list-query.ts'

const PAGE_SIZE = 500

const COLUMNS: CsvColumns<AuditLine> = [
  ['When', ({ at }) => formatStamp(at)],
  ['Who', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['What', ({ action }) => actionWords(action)],
  ['About', ({ entity }) => ENTITY_WORDS[entity]],
  ['On what', ({ label }) => labelWords(label)],
  ['From and to', ({ before, after }) => describeChange(before, after).map(format).join('\n')],
  ['From where', ({ ip }) => ip],
]

const format = ({ field, from, to }: ReturnType<typeof describeChange>[number]) =>
  `${field}: ${[from, to].filter((text) => text !== null).join(' → ')}`

export async function loader(args: Route.LoaderArgs) {
  const { db } = args.context.get(shopContext)
  const actor = await requireActor(args)
  const { after: _, ...filters } = readActivityAddress(args.request)
  await recordExport(db, actor, { entity: 'activity', label: 'Activity', filters })
  return listFile('activity.csv', COLUMNS, (after) =>
    listAudit(db, { ...filters, after, limit: PAGE_SIZE }),
  )
}
