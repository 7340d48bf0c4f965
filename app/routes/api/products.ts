import { listPublicProducts } from '../../modules/catalogue/public-products.ts'
import { findBadParam, parseProductFilters } from '../../rules/product-filters.ts'
import { json } from '../../web/answers.ts'
import { shopContext } from '../../web/context.ts'
import { answerPublicly, refuseWrite } from '../../web/public-api.ts'
import type { Route } from './+types/products'

const MOST = 100

function readLimit(text: string | null) {
  const limit = Number(text ?? 20)
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST ? limit : null
}

export function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const limit = readLimit(params.get('limit'))
  const bad =
    limit === null ? `limit must be a whole number from 1 to ${MOST}.` : findBadParam(params)
  if (bad || limit === null) return json({ error: bad }, 400)
  return answerPublicly(async () => {
    const shop = context.get(shopContext)
    const cursor = params.get('cursor')
    const page = await listPublicProducts(shop, parseProductFilters(params), limit, cursor)
    return (
      page ?? json({ error: 'cursor is not one of this list. Please start at its beginning.' }, 400)
    )
  })
}

export const action = refuseWrite
