import { listStaff } from '../../../modules/accounts/staff/appoint-staff.ts'
import { listAudit } from '../../../modules/audit/list-audit.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '../../../rules/audit/audit.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { actionWords, ENTITY_WORDS } from '../../../rules/messages/audit/words.ts'
import { ActivityTable } from '../../../ui/admin/audit/activity-table.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { readActivityAddress } from './list-query.ts'

export const meta = () => unlisted('Activity')

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const asked = readActivityAddress(args.request)
  const printed = { entity: 'activity', label: 'list-activity', query: asked } as const
  const limit = await limitPrinted(args, STAFF_PAGE, printed)
  const [page, staff] = await Promise.all([
    readPart(shop, 'activity', () => listAudit(shop.db, { ...asked, limit })),
    readPart(shop, 'staff', () => listStaff(shop.db)),
  ])
  const actors = (staff ?? []).map(({ email }): readonly [string, string] => [email, email])
  // A former staff member can still be chosen, and is then added to the select.
  const isListed = actors.some(([email]) => email === asked.email)
  if (asked.email && !isListed) actors.unshift([asked.email, asked.email])
  return { page, actors, isNarrowed: Object.values(asked).some(Boolean) }
}

const FILTERS = [
  stateFilter('about', 'About', AUDIT_ENTITIES, ENTITY_WORDS),
  {
    name: 'action',
    label: 'What',
    options: AUDIT_ACTIONS.map((action) => [action, actionWords(action)] as const),
  },
]
const DAYS = [
  { name: 'from', label: 'From day' },
  { name: 'to', label: 'To day' },
]

export default function Activity({
  loaderData: { page, actors, isNarrowed },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Activity" />
      <ListTools
        label="Search by name, number or code"
        filters={[...FILTERS, { name: 'person', label: 'Person', options: actors }]}
        days={DAYS}
        csv="/admin/activity.csv"
        narrowed={[]}
      />
      <PagedRows
        page={page}
        error="Error loading activity."
        empty={isNarrowed ? 'No activity found' : 'Nothing was changed yet'}
        hint={isNarrowed ? 'Try fewer filters or another search.' : undefined}
      >
        {(rows) => <ActivityTable rows={rows} />}
      </PagedRows>
    </>
  )
}
