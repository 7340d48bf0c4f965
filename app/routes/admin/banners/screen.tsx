import { findAdminBanner, listAdminBanners } from '../../../modules/banners/list-admin-banners.ts'
import { BANNER_STATES, bannerValues } from '../../../rules/banners/banner-values.ts'
import { SHOP } from '../../../shop.ts'
import { BannerCard } from '../../../ui/admin/banners/banner-card.tsx'
import { BannerDialog } from '../../../ui/admin/banners/banner-dialog.tsx'
import { STATE_WORDS } from '../../../ui/admin/banners/banner-state.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { entryKey } from '../../../ui/admin/form/use-entry.ts'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { useListAddress } from '../../../ui/admin/list/use-list-address.ts'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnBanners } from './action.ts'

export const meta = () => [{ title: `Manage Banners | ${SHOP.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const { search, after } = readListAddress(request, ['position'])
  const state = readFilter(request, 'state', BANNER_STATES)
  const id = readId(searchParams.get('edit'))
  const [page, edited] = await Promise.all([
    readPart(shop, 'banners', () => listAdminBanners(shop, { search, state, after })),
    id ? readPart(shop, 'banner', () => findAdminBanner(shop, id)) : null,
  ])
  return {
    page,
    edited: edited ?? null,
    isGone: searchParams.has('edit') && !edited,
    isNew: searchParams.has('new'),
    isAll: !search && !state,
  }
}

export const action = (args: Route.ActionArgs) => actOnBanners(args)

export default function Banners({ loaderData, actionData }: Route.ComponentProps) {
  const { page, edited, isGone, isNew, isAll } = loaderData
  const address = useListAddress()
  const back = address({ edit: null, new: null })
  return (
    <>
      <EntriesHead title="Manage Banners" add="Add Banner" />
      {edited || isNew ? (
        <BannerDialog
          key={entryKey(edited, actionData)}
          subject={edited}
          values={bannerValues(edited)}
          picture={edited?.picture ?? null}
          back={back}
          answer={actionData ?? undefined}
        />
      ) : null}
      <ListTools
        label="Search by title"
        filters={[stateFilter('state', 'State', BANNER_STATES, STATE_WORDS)]}
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
