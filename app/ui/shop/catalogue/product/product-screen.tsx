import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type PendingItem,
  type ProductDetail,
  picturesOf,
} from '../../../../rules/catalogue/product-detail.ts'
import type { Choice } from '../../../../rules/catalogue/products.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import { formatKwacha, percentOff } from '../../../../rules/money.ts'
import { SHOP } from '../../../../shop.ts'
import { Link } from '../../../kit/link.tsx'
import { Price } from '../../../kit/price.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import { useWishes, WishButton, WishForm } from '../wish-button.tsx'
import { BuyForm } from './buy-form.tsx'
import { Gallery } from './gallery.tsx'

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'
const BADGE = 'rounded-card px-2 py-0.5 text-sm font-bold'

export function ProductScreen({
  product,
  wanted,
  toast,
}: {
  product: ProductDetail
  wanted: PendingItem
  toast: Toast | null
}) {
  const { category, parentCategory } = product
  const [choice, setChoice] = useState<Choice>({ size: wanted.size, color: wanted.color })
  const off = percentOff(product.price, product.comparePrice)
  const trail = [parentCategory, category].flatMap((one) =>
    one ? [{ name: one.name, to: `/category/${one.slug}` }] : [],
  )
  return (
    <div className="mx-auto max-w-7xl px-4 py-4 md:py-6">
      <Breadcrumbs trail={[{ name: 'Home', to: '/' }, ...trail]} here={product.name} />
      <div className="mt-2 grid gap-8 md:grid-cols-2 md:gap-12">
        <div className="min-w-0">
          <Gallery name={product.name} images={picturesOf(product.images, choice.color)} />
        </div>
        <div className="min-w-0">
          {category ? (
            <p className="text-quiet">
              {category.name}
              {product.brand ? ` · ${product.brand}` : null}
            </p>
          ) : null}
          <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4">
            <h1 className="min-w-0 grow basis-48 text-3xl break-words md:text-4xl">
              {product.name}
            </h1>
            <Heart product={product} />
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Price
              price={product.price}
              comparePrice={product.comparePrice}
              className="text-[min(1.5rem,13vw)]"
            />
            {product.isNew ? <span className={`${BADGE} bg-lake text-white`}>NEW</span> : null}
            {off > 0 ? <span className={`${BADGE} bg-sun`}>-{off}%</span> : null}
          </div>
          {product.soldToday > 0 ? (
            <p className="mt-2 font-semibold text-leaf">{product.soldToday} bought today</p>
          ) : null}
          {product.shortDescription ? (
            <p className="mt-4 text-lg">{product.shortDescription}</p>
          ) : null}
          <div className="mt-6 border-t border-line pt-6">
            <BuyForm
              product={product}
              wanted={wanted}
              toast={toast}
              choice={choice}
              setChoice={setChoice}
            />
          </div>
          <ul className="mt-6 flex flex-wrap items-center gap-x-6 border-t border-line pt-6 text-sm text-quiet">
            <li>Free delivery above {formatKwacha(SHOP.freeDeliveryFrom)}</li>
            <li>
              <Link to="/returns-policy" className={LINK}>
                {SHOP.returnsDays}-day returns
              </Link>
            </li>
            {product.variants.some((variant) => variant.size) ? (
              <li>
                <Link to="/size-guide" className={LINK}>
                  Size guide
                </Link>
              </li>
            ) : null}
          </ul>
          <div className="mt-8 max-w-prose">
            {product.description ? (
              <section aria-labelledby="about">
                <h2 id="about" className="text-2xl">
                  Description
                </h2>
                <p className="mt-3 break-words whitespace-pre-line">{product.description}</p>
              </section>
            ) : null}
            <p className="mt-4 text-sm text-quiet">SKU {product.sku}</p>
          </div>
        </div>
      </div>
    </div>
  )
}

function Heart({ product }: { product: ProductDetail }) {
  const form = useId()
  const { pathname, search } = useLocation()
  const { shown, onWish } = useWishes([product])
  return shown.map((now) => (
    <div key={now.id}>
      <WishForm id={form} back={`${pathname}${search}`} onWish={onWish} />
      <WishButton product={now} form={form} className="shrink-0" />
    </div>
  ))
}
