import { z } from 'zod'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import type { Before } from '../../../modules/catalogue/edit/switch-product.ts'
import { undoProductChange } from '../../../modules/catalogue/edit/undo-change.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { PRODUCT_STATUSES } from '../../../rules/catalogue/products.ts'
import { UNDO } from '../../../rules/messages/forms.ts'
import { readTexts } from '../../../web/forms/read-form.ts'
import { badToast, goodToast, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'

/** One page of the list: Undo stores all of them in a cookie, which holds 4 KB. */
export const MOST_AT_ONCE = 25

export const withUndo = (toast: Toast, to: string, undo: readonly Before[]): Toast =>
  undo.length === 0
    ? toast
    : {
        ...toast,
        action: {
          label: UNDO,
          to,
          fields: [
            ['intent', 'undo'],
            ...undo.map(
              ({ id, version, status }) => ['was', `${id} ${version} ${status}`] as const,
            ),
          ],
        },
      }

const oneBefore = z
  .string()
  .transform((text): unknown => text.split(' '))
  .pipe(z.tuple([z.uuid(), z.coerce.number().int().positive(), z.enum(PRODUCT_STATUSES)]))
  .transform(([id, version, status]) => ({ id, version, status }))
const undone = z.array(oneBefore).min(1).max(MOST_AT_ONCE)

/** Undoes a bulk act for exactly the products that it changed. */
export async function undo(shop: Shop, actor: Actor, form: FormData): Promise<Toast> {
  const read = undone.safeParse(readTexts(form, 'was'))
  if (!read.success) return badToast('bad-form')
  const { data: changed } = read
  const done = await tryAct(shop, 'product-updating-failed', () =>
    undoProductChange(shop.db, actor, changed),
  )
  if (!done.ok) return badToast(done)
  const left = changed.length - done.count
  return goodToast('products-changed', { count: done.count, to: 'as before', left })
}
