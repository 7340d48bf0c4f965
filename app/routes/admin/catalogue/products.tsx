import { CalendarClock, Upload } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { listCategoryChoices } from '../../../modules/catalogue/edit/find-admin-product.ts'
import { listAdminProducts } from '../../../modules/catalogue/edit/list-admin-products.ts'
import { PRODUCT_SHOWS, splitProductFilters } from '../../../rules/catalogue/list-pages.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { STATUS_WORDS } from '../../../rules/messages/catalogue/words.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ProductCards } from '../../../ui/admin/catalogue/product-cards.tsx'
import { AddLink } from '../../../ui/admin/form/entry-buttons.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readProductsQuery } from '../../../web/lists/products-query.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/products'
import { actOnProducts } from './products-action.ts'

export const meta = () => [{ title: `All Products | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const asked = { ...readProductsQuery(args.request), limit: countRows(args.request, STAFF_PAGE) }
  const [page, categories] = await Promise.all([
    readPart(shop, 'products', () => listAdminProducts(shop, asked)),
    readPart(shop, 'categories', () => listCategoryChoices(shop.db)),
  ])
  return { page, categories: categories ?? [] }
}

export const action = (args: Route.ActionArgs) => actOnProducts(args)

const SHOW_WORDS: Record<(typeof PRODUCT_SHOWS)[number], string> = {
  low: 'Low on stock',
  archived: 'Archived',
}

const filtersOf = (categories: readonly { id: string; name: string }[]) => [
  stateFilter('status', 'Status', PRODUCT_STATUSES, STATUS_WORDS),
  {
    name: 'category',
    label: 'Category',
    options: categories.map(({ id, name }) => [id, name] as const),
  },
  {
    name: 'show',
    label: 'Show',
    all: 'In the shop',
    options: PRODUCT_SHOWS.map((show) => [show, SHOW_WORDS[show]] as const),
  },
  {
    name: 'sort',
    label: 'Order',
    all: 'Newest first',
    options: [
      ['created', 'Oldest first'],
      ['name', 'Name A to Z'],
      ['-name', 'Name Z to A'],
      ['price', 'Price: low to high'],
      ['-price', 'Price: high to low'],
      ['stock', 'Stock: least first'],
      ['-stock', 'Stock: most first'],
    ] as const,
  },
]

const SIGN = 'max-sm:size-11 max-sm:px-0'

export default function Products({ loaderData: { page, categories } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { filters } = splitProductFilters(params)
  const isNarrowed = filters.size > 0
  return (
    <>
      <PageHead title="All Products">
        {/* On a phone beside the heading. */}
        <ButtonLink to="/admin/import" className={SIGN}>
          <Upload aria-hidden size={18} className="sm:hidden" />
          <span className="max-sm:sr-only">Import</span>
        </ButtonLink>
        <ButtonLink to="/admin/price-changes" className={SIGN}>
          <CalendarClock aria-hidden size={18} className="sm:hidden" />
          <span className="max-sm:sr-only">Scheduled Prices</span>
        </ButtonLink>
        <AddLink to="/admin/add-product" preventScrollReset={false} className={SIGN}>
          <span className="max-sm:sr-only">Add Product</span>
        </AddLink>
      </PageHead>
      <ListTools
        label="Search by name, SKU or barcode"
        isScanned
        filters={filtersOf(categories)}
        csv="/admin/products.csv"
        narrowed={[]}
      />
      <PagedRows
        page={page}
        error="Error loading products."
        empty="No products found"
        hint={
          isNarrowed || params.get('after')
            ? 'Try adjusting your search terms'
            : 'Create your first product to get started'
        }
      >
        {(rows) => (
          <ProductCards rows={rows}>
            {isNarrowed ? (
              <ButtonLink to={`/admin/import?${filters}`} className="max-sm:hidden sm:ml-auto">
                Pictures of this list…
              </ButtonLink>
            ) : null}
            {params.get('show') === 'archived' ? null : (
              <ButtonLink
                to={`/admin/price-changes/new?of=all&${params}`}
                className={`max-sm:ml-auto max-sm:px-3 ${isNarrowed ? '' : 'sm:ml-auto'}`}
              >
                {/* One part of the button, or its gap would stand between two words. */}
                <span>
                  <span className="max-sm:sr-only">Change</span>{' '}
                  <span className="inline-block max-sm:first-letter:uppercase">
                    prices of this list…
                  </span>
                </span>
              </ButtonLink>
            )}
          </ProductCards>
        )}
      </PagedRows>
    </>
  )
}
