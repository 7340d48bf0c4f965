import { listChanges } from '../../../modules/pricing/list-changes.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { PRICE_CHANGE_WORDS } from '../../../rules/messages/pricing/words.ts'
import { PRICE_CHANGE_STATES } from '../../../rules/pricing/price-changes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ChoiceTabs } from '../../../ui/admin/list/choice-tabs.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ChangeTable } from '../../../ui/admin/pricing/change-table.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Scheduled Prices | ${settings().name}` }]

/** The states that last for a while. */
const SHOWN = PRICE_CHANGE_STATES.filter((state) => state !== 'starting' && state !== 'ending')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const limit = countRows(request, STAFF_PAGE)
  const after = readAfter(request)
  const state = readFilter(request, 'state', SHOWN)
  const page = await readPart(shop, 'scheduled prices', () =>
    listChanges(shop.db, { state, after }, limit),
  )
  return { page, state }
}

export default function Changes({ loaderData: { page, state } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Scheduled Prices" back={{ to: '/admin/products', label: 'All Products' }} />
      <ListTools narrowed={[['state', state && PRICE_CHANGE_WORDS[state]]]}>
        <ChoiceTabs
          label="State of the changes"
          name="state"
          now={state}
          choices={[[null, 'All'], ...SHOWN.map((one) => [one, PRICE_CHANGE_WORDS[one]] as const)]}
        />
      </ListTools>
      <PagedRows
        page={page}
        error="Error loading scheduled prices."
        empty={state ? 'No scheduled prices found' : 'No scheduled prices yet'}
        hint={state ? TRY_OTHERS : 'Tick products under Products, and press “Change prices…”.'}
      >
        {(rows) => <ChangeTable rows={rows} />}
      </PagedRows>
    </>
  )
}
