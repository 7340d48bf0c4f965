import { redirect } from 'react-router'
import {
  addCounted,
  bookCount,
  cancelCount,
  forgetCounted,
} from '../../../modules/stock/counts/count-stock.ts'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { listProductStock } from '../../../modules/stock/read-stock-levels.ts'
import { readUnits } from '../../../rules/stock/stock-changes.ts'
import { shopContext } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/count'

/** `find` (a scan counts one), `note`, `forget`, `book` and `cancel`. */
export async function actOnCount(args: Route.ActionArgs, id: string) {
  const { actor, form } = await readAct(args)
  const shop = args.context.get(shopContext)
  const path = `/admin/stock-takes/${id}`
  const respond = (toast: Toast, query = '') => redirectWith(args.context, path + query, toast)
  const note = async (lines: { variantId: string; quantity: number }[]) => {
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const done = await addCounted(shop.db, actor, id, lines)
    if (!done.ok) return respond(badToast(done))
    const product = lines.length === 1 ? '1 size' : `${lines.length} sizes`
    return respond(goodToast('count-noted', { product, units }))
  }
  switch (readText(form, 'intent')) {
    case 'find': {
      const text = readText(form, 'find', 100)
      const found = text ? await findScanned(shop.db, text) : undefined
      if (!found) return redirect(`${path}?find=${encodeURIComponent(text)}`)
      const sizes = found.variantId ? [] : await listProductStock(shop, found.productId)
      const variantId = found.variantId ?? (sizes.length === 1 ? sizes[0]?.id : undefined)
      if (!variantId) return redirect(`${path}?find=${encodeURIComponent(text)}`)
      return note([{ variantId, quantity: 1 }])
    }
    case 'note': {
      const lines = [...form.keys()].slice(0, 100).flatMap((name) => {
        const variantId = name.startsWith('n:') ? readId(name.slice(2)) : null
        const typed = readText(form, name)
        if (!variantId || typed === '') return []
        return [{ variantId, quantity: readUnits(typed) }]
      })
      const read = lines.flatMap(({ variantId, quantity }) =>
        quantity === null ? [] : [{ variantId, quantity }],
      )
      if (read.length < lines.length || read.length === 0) return respond(badToast('bad-form'))
      return note(read)
    }
    case 'forget': {
      const done = await forgetCounted(shop.db, actor, id, readId(readText(form, 'variant')) ?? id)
      return done.ok ? redirect(path) : respond(badToast(done))
    }
    case 'book': {
      const done = await bookCount(shop.db, actor, id)
      return done.ok
        ? respond(goodToast('count-booked', done))
        : respond(badToast(done), '?review=1')
    }
    case 'cancel': {
      const done = await cancelCount(shop.db, actor, id)
      return respond(done.ok ? goodToast('count-cancelled') : badToast(done))
    }
    default:
      return respond(badToast('bad-form'))
  }
}
