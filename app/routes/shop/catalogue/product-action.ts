import { addToCart } from '../../../modules/cart/add-to-cart.ts'
import { findProduct } from '../../../modules/catalogue/find-product.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { productPath, readQuantity, STOCK } from '../../../rules/catalogue/product-detail.ts'
import { readSlug } from '../../../rules/catalogue/product-filters.ts'
import { type ChoiceRefusal, chooseVariant } from '../../../rules/catalogue/products.ts'
import { DISTRICT_FIELD, writeDistrictCookie } from '../../../rules/checkout/chosen-district.ts'
import { isDelivered } from '../../../rules/checkout/delivery.ts'
import { SIGN_IN } from '../../../rules/messages/forms.ts'
import { shopContext } from '../../../web/context.ts'
import { readForm, readRequest, readText } from '../../../web/forms/read-form.ts'
import { findSender } from '../../../web/guards.ts'
import { keepPendingItem } from '../../../web/pending-cart-item.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/product'

const MISSING: Partial<Record<ChoiceRefusal, 'size' | 'color'>> = {
  'size-missing': 'size',
  'color-missing': 'color',
}

// Limited, because the choice is a part of the address that a refusal leads back to.
const LONGEST_CHOICE = 100

/** Add to Cart; without scripts it also keeps the district that the page's address asks for on the device. */
export async function addToCartFrom(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const answer = await answerTo(args, form)
  const district = readText(form, DISTRICT_FIELD)
  if (isDelivered(district)) answer.headers.append('Set-Cookie', writeDistrictCookie(district))
  return answer
}

/** Refusals in the order of docs/product.md, Cart, each leading back to the same choice. */
async function answerTo({ params, context }: Route.ActionArgs, form: FormData) {
  const shop = context.get(shopContext)
  const [visitor, product] = await Promise.all([
    findSender(context, form),
    findShown(shop, params.slug),
  ])
  if (!product) return redirectWith(context, '/products', badToast('product-not-found'))
  const { quantity, choice } = readChoice(form)
  const back = productPath(product.slug, { ...choice, quantity: quantity ?? 1 })
  const chosen = chooseVariant(product.variants, choice)
  if (!visitor) return askToSignIn(context, back, chosen, quantity)
  if (!chosen.ok) return refuseChoice(context, back, chosen)
  if (!quantity) return redirectWith(context, back, badToast('bad-quantity'))
  const added = await addToCart(shop, visitor.userId, {
    productId: product.id,
    variantId: chosen.variant.id,
    quantity,
    request: readRequest(form),
  })
  if (!added.ok) return redirectWith(context, `${back}#${STOCK}`, badToast(added))
  const toast = goodToast('added-to-cart', { product: added.productName })
  return redirectWith(context, productPath(product.slug, choice), toast)
}

async function findShown(shop: Shop, typed: string) {
  const slug = readSlug(typed)
  return slug ? findProduct(shop, slug, null) : undefined
}

const readChoice = (form: FormData) => ({
  quantity: readQuantity(readText(form, 'quantity') || '1'),
  choice: {
    size: readText(form, 'size', LONGEST_CHOICE) || null,
    color: readText(form, 'color', LONGEST_CHOICE) || null,
  },
})

type Context = Route.ActionArgs['context']
type Chosen = { ok: true; variant: { id: string } } | { ok: false; reason: ChoiceRefusal }

/** The chosen variant waits in a cookie for the sign-in. */
async function askToSignIn(
  context: Context,
  back: string,
  chosen: Chosen,
  quantity: number | null,
) {
  const item = chosen.ok && quantity ? { variantId: chosen.variant.id, quantity } : null
  const to = `/auth?then=${encodeURIComponent(back)}`
  // It stands below the button as well (ui/shop/catalogue/product/buy-form.tsx).
  const signIn = { label: SIGN_IN, to, isExtra: true as const }
  const headers = item ? { 'Set-Cookie': await keepPendingItem(context, item) } : {}
  return redirectWith(context, back, badToast('sign-in-for-cart', signIn), headers)
}

function refuseChoice(context: Context, back: string, refusal: Extract<Chosen, { ok: false }>) {
  const missing = MISSING[refusal.reason]
  // The page offered this variant, so its choices are outdated.
  const to = refusal.reason === 'variant-missing' ? `${back}#${STOCK}` : back
  return redirectWith(context, to, { ...badToast(refusal), ...(missing && { missing }) })
}
