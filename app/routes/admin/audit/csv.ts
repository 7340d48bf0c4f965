import { type AuditLine, listAudit } from '../../../modules/audit/list-audit.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { describeChange } from '../../../rules/messages/audit/describe-change.ts'
import {
  actionWords,
  ENTITY_WORDS,
  labelWords,
  nobodyWords,
} from '../../../rules/messages/audit/words.ts'
import { type CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'
import { readActivityAddress } from './list-query.ts'

const COLUMNS: CsvColumns<AuditLine> = [
  ['When', ({ at }) => formatStamp(at)],
  ['Who', (line) => line.name ?? nobodyWords(line)],
  ['Email', 'email'],
  ['What', ({ action }) => actionWords(action)],
  ['About', ({ entity }) => ENTITY_WORDS[entity]],
  ['Item', ({ label }) => labelWords(label)],
  ['Change', ({ before, after }) => describeChange(before, after).map(format).join('\n')],
  ['IP address', 'ip'],
]

const format = ({ field, from, to }: ReturnType<typeof describeChange>[number]) =>
  `${field}: ${[from, to].filter((text) => text !== null).join(' → ')}`

/** The list as a spreadsheet file, all its pages, with the screen's search and filters. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'activity.csv',
    entity: 'activity',
    label: 'list-activity',
    query: readActivityAddress(args.request),
    read: listAudit,
    columns: COLUMNS,
  })
