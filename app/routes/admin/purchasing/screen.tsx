import { redirect } from 'react-router'
import { startDelivery } from '../../../modules/purchasing/change-delivery.ts'
import { listDeliveries } from '../../../modules/purchasing/read-deliveries.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { DELIVERY_WORDS } from '../../../rules/messages/purchasing/words.ts'
import { DELIVERY_STATES } from '../../../rules/purchasing/deliveries.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { DeliveryTable, StateTabs } from '../../../ui/admin/purchasing/delivery-table.tsx'
import { StartForm } from '../../../ui/admin/purchasing/start-form.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import type { Route } from './+types/screen'

export const meta = () => [{ title: `Deliveries | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const limit = countRows(request, STAFF_PAGE)
  const after = readAfter(request)
  const state = readFilter(request, 'state', DELIVERY_STATES)
  return {
    page: await readPart(shop, 'deliveries', () =>
      listDeliveries(shop.db, { state, after }, limit),
    ),
    state,
  }
}

/** Starts a delivery and leads to it. */
export async function action(args: Route.ActionArgs) {
  const { actor } = await readAct(args)
  const { id } = await startDelivery(args.context.get(shopContext).db, actor)
  return redirect(`/admin/deliveries/${id}`)
}

export default function Deliveries({ loaderData: { page, state } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Deliveries" back={{ to: '/admin/stock', label: 'Stock' }}>
        <ButtonLink to="/admin/suppliers">Suppliers</ButtonLink>
        <StartForm />
      </PageHead>
      <ListTools narrowed={[['state', state && DELIVERY_WORDS[state]]]}>
        <StateTabs now={state} />
      </ListTools>
      <PagedRows
        page={page}
        error="Error loading deliveries."
        empty={state ? 'No deliveries found' : 'No deliveries yet'}
        hint={state ? TRY_OTHERS : 'Start one when a parcel has arrived, or is on its way.'}
      >
        {(rows) => <DeliveryTable rows={rows} />}
      </PagedRows>
    </>
  )
}
