import type { Nearest } from '../../../modules/catalogue/list-products.ts'
import { closestTo } from '../../../rules/messages/catalogue/closest.ts'
import { ProductGrid } from './product-grid.tsx'

const WORDS: Record<Exclude<Nearest['differ'], 'words'>, readonly [title: string, text: string]> = {
  featured: [
    'In the rest of the shop',
    'Nothing featured matches your filters. Elsewhere in the shop we have:',
  ],
  filters: ['Without your filters', 'Nothing matches all of your filters. Without them we have:'],
  category: [
    'In the rest of the shop',
    'Nothing in this category for now. Elsewhere in the shop we have:',
  ],
  search: ['New in this category', 'Nothing here by that name. This is what is new:'],
  newest: ['New in the shop', 'We have nothing by that name. This is what is new:'],
}

/** Shown below an empty list: the products nearest to what was searched for. */
export function NearProducts({
  near,
  search,
  view,
}: {
  near: Nearest | null
  search: string
  view: 'grid' | 'list'
}) {
  if (!near) return null
  const [title, text] =
    near.differ === 'words'
      ? ['Close to what you searched for', closestTo(search)]
      : WORDS[near.differ]
  return (
    <section aria-labelledby="near-title" className="mt-10">
      <h2 id="near-title" className="text-2xl">
        {title}
      </h2>
      <p className="mt-1 mb-6 text-quiet">{text}</p>
      <ProductGrid products={near.products} view={view} />
    </section>
  )
}

/** Above a list whose products have similar words in place of a mistyped one. */
export const Corrected = ({ search }: { search: string }) => (
  <output className="mb-4 block wrap-anywhere">{closestTo(search)}</output>
)
