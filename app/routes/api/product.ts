import { findPublicProduct } from '../../modules/catalogue/public-products.ts'
import { readSlug } from '../../rules/catalogue/product-filters.ts'
import type { PublicProduct } from '../../web/api/catalogue.ts'
import { shopContext } from '../../web/context.ts'
import { jsonRefusal } from '../../web/responses.ts'
import type { Route } from './+types/product'
import { answerPublicly, refuseWrite } from './public-api.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  answerPublicly<PublicProduct>(async () => {
    const slug = readSlug(params.slug)
    const product = slug && (await findPublicProduct(context.get(shopContext), slug))
    return product || jsonRefusal('product-not-found')
  })

export const action = refuseWrite
