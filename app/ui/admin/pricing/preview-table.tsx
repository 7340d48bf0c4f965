import type { Previewed } from '../../../modules/pricing/preview-change.ts'
import { LEFT_WORDS } from '../../../rules/messages/pricing/words.ts'
import { Link } from '../../kit/link.tsx'
import { Price } from '../../kit/price.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'

export const ProductLink = ({ id, name, sku }: { id: string; name: string; sku: string }) => (
  <Link
    to={`/admin/edit-product/${id}`}
    className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
  >
    {name} <span className="text-sm font-normal text-quiet">{sku}</span>
  </Link>
)
/** Why a product is left out of the change. */
const Why = ({ children }: { children: string }) => (
  <span className="font-semibold text-clay">{children}</span>
)

const PREVIEW: Column<Previewed>[] = [
  { label: 'Product', isTitle: true, show: (row) => <ProductLink {...row} /> },
  { label: 'Now', isFigure: true, show: (row) => <Price {...row} className="md:justify-end" /> },
  {
    label: 'Then',
    isFigure: true,
    show: ({ next, why }) =>
      next ? (
        <Price {...next} className="md:justify-end" />
      ) : (
        <Why>{why ? LEFT_WORDS[why] : '–'}</Why>
      ),
  },
]

export const PreviewTable = ({ rows }: { rows: readonly Previewed[] }) => (
  <DataTable caption="Prices now and then" rows={rows} columns={PREVIEW} />
)
