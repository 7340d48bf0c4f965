import { findAdminBanner, listAdminBanners } from '../../../modules/banners/list-admin-banners.ts'
import { BANNER_STATES, bannerValues } from '../../../rules/banners/banner-values.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { BannerCard } from '../../../ui/admin/banners/banner-card.tsx'
import { BannerDialog } from '../../../ui/admin/banners/banner-dialog.tsx'
import { STATE_WORDS } from '../../../ui/admin/banners/banner-state.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { shopContext } from '../../../web/context.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnBanners } from './action.ts'

export const meta = () => [{ title: `Manage Banners | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { search, after } = readListAddress(request, ['position'])
  const state = readFilter(request, 'state', BANNER_STATES)
  const [page, entry] = await Promise.all([
    readPart(shop, 'banners', () =>
      listAdminBanners(shop, { search, state, after }, countRows(request, STAFF_PAGE)),
    ),
    readEntry(shop, request, 'banner', (id) => findAdminBanner(shop, id)),
  ])
  return { page, ...entry, isAll: !search && !state }
}

export const action = (args: Route.ActionArgs) => actOnBanners(args)

export default function Banners({ loaderData, actionData }: Route.ComponentProps) {
  const { page, edited, isGone, isNew, isAll } = loaderData
  return (
    <>
      <EntriesHead title="Manage Banners" add="Add Banner" />
      <EntryWindow edited={edited} isNew={isNew} answer={actionData}>
        {(entry) => (
          <BannerDialog
            {...entry}
            values={bannerValues(edited)}
            picture={edited?.picture ?? null}
          />
        )}
      </EntryWindow>
      <ListTools
        label="Search by title"
        filters={[stateFilter('state', 'State', BANNER_STATES, STATE_WORDS)]}
        narrowed={[]}
      />
      {isGone ? <Gone /> : null}
      <PagedRows
        page={page}
        error="Error loading banners."
        empty="No banners found."
        hint={isAll ? 'Visitors see the Welcome slide until there is one.' : 'Search differently.'}
      >
        {(rows) => (
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((banner) => (
              <BannerCard key={banner.id} banner={banner} />
            ))}
          </ul>
        )}
      </PagedRows>
    </>
  )
}
