import { data, redirect } from 'react-router'
import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { findBought } from '../../../modules/reviews/find-bought.ts'
import { findOwnReview } from '../../../modules/reviews/own-review.ts'
import { readSlug } from '../../../rules/catalogue/product-filters.ts'
import { firstName } from '../../../rules/reviews/review-form.ts'
import { unlisted } from '../../../ui/kit/meta.ts'
import { ReviewForm } from '../../../ui/shop/reviews/review-form.tsx'
import { ReviewedProduct } from '../../../ui/shop/reviews/reviewed-product.tsx'
import { shopContext } from '../../../web/context.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/write'
import { findBuyer } from './buyer.ts'
import { saveReview } from './write-action.ts'

export const meta = () => unlisted('Your review')
export const headers: Route.HeadersFunction = () => NO_STORE

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const slug = readSlug(args.params.slug)
  if (!slug) throw redirect('/404')
  const { visitor, buyer } = await findBuyer(args)
  if (!visitor && !buyer.saleId) throw redirect('/reviews/new')
  const bought = await findBought(shop.db, buyer, slug)
  if (!bought) throw await redirectWith(args.context, '/reviews/new', badToast('review-not-bought'))
  const [own, [product]] = await Promise.all([
    findOwnReview(shop, bought),
    withThumbnails(shop, [bought]),
  ])
  const { name, hasSizes, boughtAt } = bought
  return data(
    {
      product: { slug, name, hasSizes, boughtAt, picture: product?.picture ?? null },
      own: own ?? null,
      // A suggestion for the shown name, which the writer may change.
      writer: 'userId' in bought.line && visitor ? firstName(visitor.name) : '',
    },
    { headers: NO_STORE },
  )
}

export const action = (args: Route.ActionArgs) => saveReview(args)

export default function WriteReview({ loaderData, actionData }: Route.ComponentProps) {
  const { product, own, writer } = loaderData
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 md:pt-10">
      <h1 className="text-4xl md:text-5xl">Your review</h1>
      <ReviewedProduct product={product} />
      <ReviewForm
        product={product}
        own={own}
        values={
          actionData?.values ?? {
            stars: own ? String(own.stars) : '',
            fit: own?.fit ?? '',
            words: own?.words ?? '',
            writer: own?.writer ?? writer,
          }
        }
        answer={actionData}
      />
    </div>
  )
}
