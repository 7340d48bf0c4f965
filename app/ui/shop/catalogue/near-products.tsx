import type { Nearest } from '../../../modules/catalogue/list-products.ts'
import { ProductGrid } from './product-grid.tsx'

const WORDS: Record<Nearest['differ'], readonly [title: string, text: string]> = {
  featured: [
    'In the rest of the shop',
    'Nothing featured matches your filters. Elsewhere in the shop we have:',
  ],
  filters: ['Without your filters', 'Nothing matches all of your filters. Without them we have:'],
  category: [
    'In the rest of the shop',
    'Nothing in this category for now. Elsewhere in the shop we have:',
  ],
  words: [
    'Close to what you searched for',
    'Nothing matches all of these words. These match some of them.',
  ],
  search: ['New in this category', 'Nothing here by that name. This is what is new:'],
  newest: ['New in the shop', 'We have nothing by that name. This is what is new:'],
}

/** Shown below an empty list: the products nearest to what was searched for. */
export function NearProducts({ near, view }: { near: Nearest | null; view: 'grid' | 'list' }) {
  if (!near) return null
  const [title, text] = WORDS[near.differ]
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
