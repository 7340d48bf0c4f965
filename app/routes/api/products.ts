import { listPublicProducts } from '../../modules/catalogue/public-products.ts'
import { parseProductFilters } from '../../rules/catalogue/product-filters.ts'
import { type ProductPage, productQuery } from '../../web/api/catalogue.ts'
import { shopContext } from '../../web/context.ts'
import { jsonRequestError, jsonUnread } from '../../web/responses.ts'
import type { Route } from './+types/products'
import { answerPublicly, refuseWrite } from './public-api.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const query = productQuery.safeParse({
    ...Object.fromEntries(params),
    category: params.getAll('category'),
  })
  if (!query.success) return jsonUnread(query.error.issues[0]?.message)
  const { limit, cursor = null } = query.data
  return answerPublicly<ProductPage>(async () => {
    const shop = context.get(shopContext)
    const page = await listPublicProducts(shop, parseProductFilters(params), limit, cursor)
    return page ?? jsonRequestError('cursor-unknown')
  })
}

export const action = refuseWrite
