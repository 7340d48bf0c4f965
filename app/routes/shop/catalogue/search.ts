import { searchProducts } from '../../../modules/catalogue/search-products.ts'
import { SEARCH_LIMIT, type SearchResult } from '../../../rules/search.ts'
import { shopContext } from '../../../web/context.ts'
import type { Route } from './+types/search'

/** Live search of the overlay: `{ hits, total }` for `?q=`; nothing asked, nothing found. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = new URL(request.url).searchParams.get('q') ?? ''
  const answer: SearchResult = await searchProducts(context.get(shopContext), text, SEARCH_LIMIT)
  return Response.json(answer, { headers: { 'Cache-Control': 'private, max-age=30' } })
}
