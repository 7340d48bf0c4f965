import { listChanges } from '../../../modules/pricing/list-changes.ts'
import { PRICE_CHANGE_WORDS } from '../../../rules/messages/pricing/words.ts'
import { PRICE_CHANGE_STATES } from '../../../rules/pricing/price-changes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ChoiceTabs } from '../../../ui/admin/list/choice-tabs.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ChangeTable } from '../../../ui/admin/pricing/change-table.tsx'
import { shopContext } from '../../../web/context.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Scheduled Prices | ${settings().name}` }]

/** Those that stay for a while. */
const SHOWN = PRICE_CHANGE_STATES.filter((state) => state !== 'starting' && state !== 'ending')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const after = new URL(request.url).searchParams.get('after')
  const state = readFilter(request, 'state', SHOWN)
  const page = await readPart(shop, 'scheduled prices', () =>
    listChanges(shop.db, { state, after }),
  )
  return { page, state }
}

export default function Changes({ loaderData: { page, state } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Scheduled Prices" back={{ to: '/admin/products', label: 'All Products' }} />
      <ChoiceTabs
        label="State of the changes"
        name="state"
        now={state}
        choices={[[null, 'All'], ...SHOWN.map((one) => [one, PRICE_CHANGE_WORDS[one]] as const)]}
      />
      <PagedRows
        page={page}
        error="Error loading scheduled prices."
        empty={state ? 'None in this state' : 'No scheduled prices yet'}
        hint={state ? undefined : 'Tick products under Products, and press “Change prices…”.'}
      >
        {(rows) => <ChangeTable rows={rows} />}
      </PagedRows>
    </>
  )
}
