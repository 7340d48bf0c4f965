import { findAdminDiscount, listDiscounts } from '../../../modules/discounts/list-discounts.ts'
import { discountValues } from '../../../rules/discounts/discount-values.ts'
import { DISCOUNT_FLAGS } from '../../../rules/discounts/discounts.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { DiscountDialog } from '../../../ui/admin/discounts/discount-dialog.tsx'
import { DiscountTable } from '../../../ui/admin/discounts/discount-table.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { shopContext } from '../../../web/context.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnDiscounts } from './action.ts'

export const meta = () => [{ title: `Discount Codes | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const asked = {
    ...readListAddress<'created' | 'code'>(request, ['-created', 'code']),
    flag: readFilter(request, 'status', DISCOUNT_FLAGS),
  }
  const logged = { entity: 'discount', label: 'list-discounts', query: asked } as const
  const limit = await limitPrinted(args, STAFF_PAGE, logged)
  const [page, entry] = await Promise.all([
    readPart(shop, 'discount codes', () => listDiscounts(shop, asked, limit)),
    readEntry(shop, request, 'discount code', (id) => findAdminDiscount(shop, id)),
  ])
  return { page, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnDiscounts(args)

export default function DiscountCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { page, edited, isGone, isNew } = loaderData
  return (
    <>
      <EntriesHead title="Discount Codes" add="Create Code" />
      <EntryWindow edited={edited} isNew={isNew} answer={actionData}>
        {(entry) => (
          <DiscountDialog
            {...entry}
            values={discountValues(edited)}
            usedCount={edited?.usedCount ?? 0}
          />
        )}
      </EntryWindow>
      <ListTools
        label="Search by code"
        filters={[
          {
            name: 'status',
            label: 'Status',
            options: DISCOUNT_FLAGS.map((flag) => [flag, flag] as const),
          },
        ]}
        csv="/admin/discount-codes.csv"
        narrowed={[]}
      />
      {isGone ? <Gone /> : null}
      <PagedRows page={page} error="Error loading discount codes." empty="No discount codes found.">
        {(rows) => <DiscountTable rows={rows} />}
      </PagedRows>
    </>
  )
}
