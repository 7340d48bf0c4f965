import type { Nearest } from '../../../modules/catalogue/list-products.ts'
import { ProductGrid } from './product-grid.tsx'

const WORDS: Record<Nearest['differ'], readonly [title: string, text: string]> = {
  featured: [
    'In the rest of the shop',
    'Nothing featured matches your filters. Elsewhere in the shop there is:',
  ],
  filters: ['Without your filters', 'Nothing matches all of your filters. Without them there is:'],
  category: [
    'In the rest of the shop',
    'Nothing in this category. Elsewhere in the shop there is:',
  ],
  words: ['Near what you searched for', 'Nothing has all of these words. These have some of them.'],
  search: ['New in this category', 'Nothing here has that name. The newest products:'],
  newest: ['New in the shop', 'Nothing is called that. These are the newest products:'],
}

/** Below a list that came out empty: what comes nearest to what was sought. */
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
