import { addToCart, setCartQuantity } from '../../modules/cart/add-to-cart.ts'
import { type CartLine, clearCart, listCart, removeCartLine } from '../../modules/cart/cart.ts'
import { withThumbnails } from '../../modules/catalogue/find-thumbnails.ts'
import { preorderDayOf } from '../../rules/cart/cart.ts'
import { cartSubtotal } from '../../rules/checkout/quote.ts'
import { cartLineId, newCartLine, newQuantity, type PublicCart } from '../../web/api/cart.ts'
import { shopContext } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { json, jsonRefusal, jsonUnread, methodNotAllowed, readJson } from '../../web/responses.ts'
import type { Route } from './+types/cart'

const isId = (id: string | undefined): id is string => cartLineId.safeParse(id).success

const readCart = async (context: Route.LoaderArgs['context'], userId: string) =>
  writeCart(await listCart(context.get(shopContext), userId))

function writeCart(lines: CartLine[]): PublicCart {
  return {
    items: lines.map((one) => ({
      id: one.id,
      product_id: one.productId,
      variant_id: one.variantId,
      quantity: one.quantity,
      price: one.price,
      total: one.price * one.quantity,
      size: one.size,
      color: one.color,
      product: {
        id: one.productId,
        slug: one.slug,
        name: one.name,
        price: one.currentPrice,
        image: one.picture?.src ?? null,
        is_available: one.isAvailable,
        inventory: one.inventory,
        preorder_from: preorderDayOf(one),
      },
    })),
    total: cartSubtotal(lines),
    item_count: lines.reduce((sum, one) => sum + one.quantity, 0),
  }
}

/** GET: the signed-in customer's lines and totals. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const visitor = await findVisitor(context)
  if (!visitor) return jsonRefusal('sign-in-for-cart')
  const cart = await readCart(context, visitor.userId)
  if (!params.id) return json(cart)
  const found = cart.items.find((item) => item.id === params.id)
  return found ? json(found) : jsonRefusal('cart-line-not-found')
}

/** POST adds, PATCH sets a quantity, DELETE removes one line or, without an id, all of them. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const visitor = await findVisitor(context)
  if (!visitor) return jsonRefusal('sign-in-for-cart')
  const { userId } = visitor
  const { db } = context.get(shopContext)
  const { method } = request
  if (method === 'POST' && !id) return addLine(request, context, userId)
  if (method === 'DELETE' && !id) {
    await clearCart(db, userId)
    return json(await readCart(context, userId))
  }
  if (method !== 'PATCH' && method !== 'DELETE')
    return methodNotAllowed('GET', 'POST', 'PATCH', 'DELETE')
  if (!isId(id)) return jsonRefusal('cart-line-not-found')
  if (method === 'PATCH') return setQuantity(request, context, { userId, id })
  if (!(await removeCartLine(db, userId, id))) return jsonRefusal('cart-line-not-found')
  return json(await readCart(context, userId))
}

type Context = Route.ActionArgs['context']

async function addLine(request: Request, context: Context, userId: string) {
  const shop = context.get(shopContext)
  const read = await readJson(request, newCartLine)
  if (!read.ok) return jsonUnread(read.message)
  const added = await addToCart(shop, userId, {
    productId: read.body.product_id,
    ...(read.body.variant_id ? { variantId: read.body.variant_id } : {}),
    quantity: read.body.quantity,
  })
  if (!added.ok) return jsonRefusal(added)
  return json({ ...writeCart(await withThumbnails(shop, added.lines)), id: added.lineId }, 201)
}

async function setQuantity(
  request: Request,
  context: Context,
  { userId, id }: { userId: string; id: string },
) {
  const read = await readJson(request, newQuantity)
  if (!read.ok) return jsonUnread(read.message)
  const set = await setCartQuantity(context.get(shopContext), userId, id, read.body.quantity)
  return set.ok ? json(await readCart(context, userId)) : jsonRefusal(set)
}
