import { noteMissedSearch } from '../../../modules/catalogue/missed-searches.ts'
import { searchProducts } from '../../../modules/catalogue/search-products.ts'
import { SEARCH_LIMIT, type SearchResult } from '../../../rules/search.ts'
import { shopContext } from '../../../web/context.ts'
import type { Route } from './+types/search'

/** The live search of the overlay: `{ hits, total }` for `?q=`; an empty text finds nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const text = params.get('q') ?? ''
  const shop = context.get(shopContext)
  const answer: SearchResult = await searchProducts(shop, text, SEARCH_LIMIT)
  // Sent once, when a visitor closes the overlay on a search without results.
  if (params.has('missed') && answer.total === 0) await noteMissedSearch(shop, text)
  return Response.json(answer, { headers: { 'Cache-Control': 'private, max-age=30' } })
}
