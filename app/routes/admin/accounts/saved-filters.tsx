import { findFilter, listOwnFilters } from '../../../modules/accounts/lists/list-filters.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { FilterDialog, FilterTable } from '../../../ui/admin/accounts/saved-filters.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/saved-filters'
import { actOnFilters } from './saved-filters-action.ts'

export const meta = () => [{ title: `Saved filters | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { userId } = await requireAdmin(args)
  const shop = args.context.get(shopContext)
  const [filters, entry] = await Promise.all([
    readPart(shop, 'saved filters', () => listOwnFilters(shop.db, userId)),
    readEntry(shop, args.request, 'saved filter', (id) => findFilter(shop.db, userId, id)),
  ])
  return { filters, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnFilters(args)

export default function SavedFilters({ loaderData, actionData }: Route.ComponentProps) {
  const { filters, edited, isGone } = loaderData
  return (
    <>
      <PageHead title="Saved filters" />
      <p className="mb-4 max-w-prose text-quiet">
        Yours alone. Each stands above its list as a link. To save one, search, filter or sort a
        list and press “Save this filter” above it.
      </p>
      <EntryWindow edited={edited} isNew={false} answer={actionData}>
        {(entry) => <FilterDialog {...entry} values={{ name: edited?.name ?? '' }} />}
      </EntryWindow>
      {isGone ? <Gone /> : null}
      <ListRows
        rows={filters}
        error="Error loading saved filters."
        empty="No saved filters yet"
        hint="Search, filter or sort a list, then press “Save this filter” above it."
      >
        {(rows) => <FilterTable rows={rows} />}
      </ListRows>
    </>
  )
}
