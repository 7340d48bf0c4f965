import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { DeliveryOffer } from '../../../../modules/checkout/offer-delivery.ts'
import {
  type PendingItem,
  type ProductDetail,
  picturesOf,
  preorderOfChoice,
  productPath,
} from '../../../../rules/catalogue/product-detail.ts'
import type { Choice } from '../../../../rules/catalogue/products.ts'
import { isFreeDelivery } from '../../../../rules/checkout/quote.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import { formatKwacha, percentOff } from '../../../../rules/money.ts'
import { settings } from '../../../../rules/settings/settings.ts'
import { Link } from '../../../kit/link.tsx'
import { Price } from '../../../kit/price.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import { DeliveryLine } from '../../checkout/delivery/delivery-line.tsx'
import { RatingLine } from '../../reviews/rating-line.tsx'
import { NotifyMe } from '../../waitlist/notify-me.tsx'
import { useWishes, WishButton, WishForm } from '../wish-button.tsx'
import { BuyForm } from './buy-form.tsx'
import { Gallery } from './gallery.tsx'
import { ShareLink } from './share-link.tsx'

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'
const BADGE = 'rounded-card px-2 py-0.5 text-sm font-bold'

export function ProductScreen({
  product,
  pending,
  delivery,
  later,
  toast,
  origin,
}: {
  product: ProductDetail
  pending: PendingItem
  delivery: DeliveryOffer
  /** The delivery offers of pre-orders, by the day from which they ship. */
  later: readonly { from: string; offer: DeliveryOffer }[]
  toast: Toast | null
  /** The shop's origin, because a shared link needs a full address. */
  origin: string
}) {
  const { category, parentCategory } = product
  const [choice, setChoice] = useState<Choice>({ size: pending.size, color: pending.color })
  const path = productPath(product.slug, { color: choice.color })
  const preorder = preorderOfChoice(product, choice)
  const offer = later.find(({ from }) => from === preorder?.from)?.offer ?? delivery
  const shared = `${product.name}, ${formatKwacha(product.price)}\n${origin}${path}`
  const off = percentOff(product.price, product.comparePrice)
  const trail = [parentCategory, category].flatMap((one) =>
    one?.isActive ? [{ name: one.name, to: `/category/${one.slug}` }] : [],
  )
  return (
    <div className="mx-auto max-w-7xl px-4 pb-4 md:py-6">
      <Breadcrumbs trail={[{ name: 'Home', to: '/' }, ...trail]} here={product.name} />
      {/*
       * In reading and focus order before the pictures; shown below them on a phone and beside them on wider screens.
       */}
      <div className="grid gap-y-3 md:mt-1 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-12 md:gap-y-5">
        <div className="min-w-0 md:col-start-2">
          {category ? (
            <p className="text-quiet max-md:hidden">
              {category.name}
              {product.brand ? ` · ${product.brand}` : null}
            </p>
          ) : null}
          <div className="flex items-start justify-between gap-x-2 md:mt-1">
            <h1 className="min-w-0 grow text-2xl break-words md:text-4xl">{product.name}</h1>
            <Heart product={product} />
          </div>
          {/* `data-price`: no toast covers it (ui/kit/toaster.tsx). */}
          <div data-price className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 md:mt-3">
            <Price
              price={product.price}
              comparePrice={product.comparePrice}
              className="text-[min(1.5rem,13vw)]"
            />
            <RatingLine rating={product.rating} />
            {product.isNew ? <span className={`${BADGE} bg-lake text-white`}>NEW</span> : null}
            {off > 0 ? <span className={`${BADGE} bg-sun`}>-{off}%</span> : null}
            {product.soldToday > 0 ? (
              <span className="font-semibold text-leaf">{product.soldToday} bought today</span>
            ) : null}
          </div>
        </div>
        <Gallery
          name={product.name}
          images={picturesOf(product.images, choice.color)}
          color={choice.color}
        />
        <div className="min-w-0 md:col-start-2">
          <BuyForm
            product={product}
            pending={pending}
            toast={toast}
            choice={choice}
            setChoice={setChoice}
          />
          <NotifyMe product={product} choice={choice} />
          {/* Keeps clear of the help button, as the row above it does (product.css). */}
          <div className="mt-5 md:max-[91rem]:mr-20">
            <DeliveryLine offer={offer} isFree={isFreeDelivery(product.price, null)} />
          </div>
          {product.shortDescription ? (
            <p className="mt-5 text-lg">{product.shortDescription}</p>
          ) : null}
          <ul className="mt-6 flex flex-wrap items-center gap-x-6 border-t border-line pt-6 text-sm text-quiet">
            <li>Free delivery above {formatKwacha(settings().freeDeliveryFrom)}</li>
            <li>
              <Link to="/returns-policy" className={LINK}>
                {settings().returnsDays}-day returns
              </Link>
            </li>
            <li>
              {/* `picture-1` is the picture that the page's preview has for the color in its address. */}
              <ShareLink text={shared} name={product.slug} picture="picture-1" className={LINK} />
            </li>
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
  const wishes = useWishes([product])
  return wishes.shown.map((now) => (
    <div key={now.id} className="-my-1 shrink-0">
      <WishForm id={form} back={`${pathname}${search}`} wishes={wishes} />
      <WishButton product={now} form={form} className="shrink-0" />
    </div>
  ))
}
