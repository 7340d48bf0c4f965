import { data } from 'react-router'
import { countPriced, findChange, listPriced } from '../../../modules/pricing/list-changes.ts'
import { endChange } from '../../../modules/pricing/move-change.ts'
import {
  PRICED_WORDS,
  priceRuleText,
  priceSpanText,
} from '../../../rules/messages/pricing/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { PRICED_STATES } from '../../../rules/pricing/price-changes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ChoiceTabs } from '../../../ui/admin/list/choice-tabs.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { useProgress } from '../../../ui/admin/list/use-progress.ts'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ChangeBadge } from '../../../ui/admin/pricing/change-table.tsx'
import { EndForm } from '../../../ui/admin/pricing/end-form.tsx'
import { PricedTable } from '../../../ui/admin/pricing/priced-table.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/one'

export const meta = () => [{ title: `Scheduled Price | ${settings().name}` }]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const change = await findChange(shop.db, params.changeId)
  if (!change) throw data(null, { status: 404 })
  const show = readFilter(request, 'show', PRICED_STATES)
  const limit = countRows(request, 50)
  const after = readAfter(request)
  const asked = { changeId: change.id, state: show, after }
  const [counts, page] = await Promise.all([
    readPart(shop, 'counts of a price change', () => countPriced(shop.db, change.id)),
    readPart(shop, 'products of a price change', () => listPriced(shop.db, asked, limit)),
  ])
  const isDue = change.state === 'planned' && change.startsAt <= shop.now()
  const isWorking = isDue || change.state === 'starting' || change.state === 'ending'
  return { change, isWorking, show, counts: counts ?? [], page }
}

/** Cancels a planned change, or ends a running one. */
export async function action(args: Route.ActionArgs) {
  const { actor } = await readAct(args)
  const shop = args.context.get(shopContext)
  const id = readId(args.params['changeId'] ?? null)
  if (!id) return redirectWith(args.context, '/admin/price-changes', badToast('not-found'))
  const done = await tryAct(shop, 'unexpected', () => endChange(shop, actor, id))
  const toast = done.ok
    ? goodToast(done.to === 'cancelled' ? 'price-change-cancelled' : 'price-change-stopped')
    : badToast(done)
  return redirectWith(args.context, `/admin/price-changes/${id}`, toast)
}

export default function Change({
  loaderData: { change, isWorking, show, counts, page },
}: Route.ComponentProps) {
  useProgress(isWorking)
  const tabs = counts.map(
    ([state, count]) => [state, `${PRICED_WORDS[state]} ${formatAmount(count)}`] as const,
  )
  return (
    <>
      <PageHead
        title={change.name}
        back={{ to: '/admin/price-changes', label: 'Scheduled Prices' }}
      >
        <EndForm change={change} />
      </PageHead>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <ChangeBadge status={change.state} />
        <strong>{priceRuleText(change)}</strong>
        <span>{priceSpanText(change)}</span>
        {change.by ? (
          <span className="text-quiet wrap-anywhere">planned by {change.by}</span>
        ) : null}
      </p>
      <ListTools narrowed={[['show', show && PRICED_WORDS[show]]]}>
        {tabs.length > 1 ? (
          <ChoiceTabs label="Products" name="show" now={show} choices={[[null, 'All'], ...tabs]} />
        ) : null}
      </ListTools>
      <PagedRows page={page} error="Error loading the products." empty="No products">
        {(rows) => <PricedTable change={change} rows={rows} />}
      </PagedRows>
    </>
  )
}
