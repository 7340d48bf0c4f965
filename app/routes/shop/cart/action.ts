import { randomUUID } from 'node:crypto'
import { replace } from 'react-router'
import { addToCart, setCartQuantity } from '../../../modules/cart/add-to-cart.ts'
import { clearCart, countCart, listCart, removeCartLine } from '../../../modules/cart/cart.ts'
import { addToWishlist } from '../../../modules/catalogue/wishlist.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readSeenLine, readTakenOut, writeTakenOut } from '../../../rules/cart/cart.ts'
import { UNDO } from '../../../rules/messages/forms.ts'
import { shopContext } from '../../../web/context.ts'
import {
  chooseAct,
  readForm,
  readId,
  readRequest,
  readText,
  readTexts,
  readValues,
} from '../../../web/forms/read-form.ts'
import { findSender } from '../../../web/guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

type Act = (shop: Shop, userId: string, form: FormData) => Promise<Toast | null>

const itemOf = (form: FormData) => readTakenOut(readText(form, 'item'))
// '' is no quantity: Number('') would be 0 and remove the line.
const quantityOf = (form: FormData) => {
  const { to, quantity } = readValues(form, ['to', 'quantity'])
  const text = to || quantity
  return /^-?\d{1,9}$/.test(text) ? Number(text) : NaN
}

const ACTS = {
  'set-quantity': {
    failure: badToast('quantity-failed'),
    async act(shop, userId, form) {
      const line = readId(readText(form, 'line'))
      if (!line) return badToast('cart-line-not-found')
      const set = await setCartQuantity(shop, userId, line, quantityOf(form))
      if (!set.ok)
        return badToast(set.reason === 'cart-stock' ? { ...set, reason: 'quantity-stock' } : set)
      return set.removed ? removed(form) : null
    },
  },
  remove: {
    failure: badToast('removing-failed'),
    async act(shop, userId, form) {
      const line = readId(readText(form, 'line'))
      if (!line) return badToast('cart-line-not-found')
      // If the line does not exist, this same form or another page has already removed it.
      await removeCartLine(shop.db, userId, line)
      return removed(form)
    },
  },
  'save-for-later': {
    failure: badToast('saving-failed'),
    async act(shop, userId, form) {
      const id = readId(readText(form, 'line'))
      const line = id && (await listCart(shop, userId)).find((one) => one.id === id)
      // If the line does not exist, this same form has already saved it, or another page has removed it.
      if (!line) return goodToast('saved-for-later')
      const wished = await addToWishlist(shop.db, userId, line.productId)
      if (!wished.ok && wished.reason !== 'already-in-wishlist') return badToast(wished)
      await removeCartLine(shop.db, userId, line.id)
      return goodToast('saved-for-later')
    },
  },
  add: {
    failure: badToast('adding-failed'),
    async act(shop, userId, form) {
      const item = itemOf(form)
      const added = item
        ? await addToCart(shop, userId, {
            ...item,
            request: readRequest(form),
          })
        : { ok: false as const, reason: 'product-not-found' as const }
      return added.ok ? goodToast('added-to-cart', { product: added.productName }) : badToast(added)
    },
  },
  clear: {
    failure: badToast('removing-failed'),
    async act(shop, userId, form) {
      // A page of an earlier build, or a program, names no lines: it clears the whole cart.
      const named = readTexts(form, 'seen')
      const seen = named.length > 0 ? named.flatMap((text) => readSeenLine(text) ?? []) : undefined
      // A failure to clear the cart is only logged (docs/product.md, Cart): the page shows the current cart.
      try {
        await clearCart(shop.db, userId, seen)
        const isLeft = seen && (await countCart(shop.db, userId)) > 0
        return isLeft ? goodToast('cart-partly-cleared') : null
      } catch (error) {
        shop.log.error({ error }, 'cart not cleared')
        return null
      }
    },
  },
} satisfies Record<string, { act: Act; failure: Toast }>

/** The toast offers to return the removed item to the cart; a link, so it only leads to the button. */
function removed(form: FormData): Toast {
  const item = itemOf(form)
  const action = item && {
    label: UNDO,
    // The request name makes the item return once, however often the form is sent.
    to: `/cart?put-back=${writeTakenOut(item)}&request=${randomUUID()}`,
  }
  return { ...goodToast('removed-from-cart'), ...(action ? { action } : {}) }
}

/**
 * `set-quantity`, `remove`, `save-for-later`, `clear` and `add` of a signed-in customer; always leads back to the cart.
 */
export async function actOnCart({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const visitor = await findSender(context, form)
  if (!visitor) return redirectWith(context, '/auth?then=%2Fcart', badToast('sign-in-for-cart'))
  const chosen: { act: Act; failure: Toast } | undefined = chooseAct(ACTS, form)
  const toast = chosen
    ? await chosen.act(shop, visitor.userId, form).catch((error: unknown) => {
        shop.log.error({ error }, 'cart not changed')
        return chosen.failure
      })
    : badToast('bad-form')
  // Replaces the history entry, so that Back leaves the cart instead of stepping through its changes.
  if (!toast) return replace('/cart')
  return redirectWith(context, '/cart', toast, { 'X-Remix-Replace': 'true' })
}
