import { data, type RouterContextProvider } from 'react-router'
import { findLastEditor } from '../modules/audit/last-editor.ts'
import type { Actor } from '../modules/audit/record-audit.ts'
import { findOfficeDiscount } from '../modules/discounts/list-discounts.ts'
import { createDiscount, editDiscount } from '../modules/discounts/save-discount.ts'
import { deleteDiscount, switchDiscount } from '../modules/discounts/switch-discount.ts'
import type { Shop } from '../platform/shop.server.ts'
import { mergeEdits, sideBySide } from '../rules/conflict.ts'
import { type DiscountEdit, readDiscount } from '../rules/discount-form.ts'
import { DISCOUNT_LABELS, type DiscountValues, discountValues } from '../rules/discount-values.ts'
import { DISCOUNT_TYPE_WORDS, DISCOUNT_TYPES, discountValueText } from '../rules/discounts.ts'
import { formatAmount, formatKwacha } from '../rules/money.ts'
import { wordsFor } from '../rules/words.ts'
import { attempt } from './attempt.ts'
import { shopContext } from './context.ts'
import { readForm } from './read-form.ts'
import {
  type FormAnswer,
  formAgain,
  readId,
  readLoaded,
  readSubject,
  readValues,
} from './staff-form.ts'
import { requireActor } from './staff-guards.ts'
import { listPath } from './staff-list.ts'
import { badToast, goodToast, redirectWith, type Toast } from './toasts.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Answer = FormAnswer<DiscountValues>
type Say = (toast: Toast) => Promise<Response>
const FIELDS = Object.keys(DISCOUNT_LABELS) as (keyof DiscountValues)[]

/** `save`, `switch` and `delete` on Discount Codes. */
export async function actOnDiscounts(args: Args) {
  const actor = await requireActor(args)
  const shop = args.context.get(shopContext)
  const form = await readForm(args.request)
  const path = listPath(args.request, '/admin/discount-codes', ['edit', 'new'])
  const say: Say = (toast) => redirectWith(args.context, path, toast)

  switch (form.get('intent')) {
    case 'save':
      return save(shop, actor, form, say)
    case 'switch': {
      const id = readId(form.get('id'))
      if (!id) return say(badToast('bad-form'))
      const isActive = form.get('active') === 'true'
      const done = await attempt(shop, 'discount-saving-failed', () =>
        switchDiscount(shop.db, actor, id, isActive),
      )
      return done.ok ? null : say(badToast(done.reason, done))
    }
    case 'delete': {
      const seen = readSubject(form)
      if (!seen) return say(badToast('bad-form'))
      const done = await attempt(shop, 'discount-deleting-failed', () =>
        deleteDiscount(shop.db, actor, seen),
      )
      return say(done.ok ? goodToast('discount-deleted') : badToast(done.reason, done))
    }
    default:
      return say(badToast('bad-form'))
  }
}

/** Where a refusal is said: beside the field that it is about. */
const FIELD_OF: Partial<Record<string, keyof DiscountValues>> = {
  'discount-taken': 'code',
  'discount-below-used': 'maximumUses',
}

async function save(shop: Shop, actor: Actor, form: FormData, say: Say) {
  const values = readValues(form, FIELDS)
  const seen = form.has('id') ? readSubject(form) : null
  if (form.has('id') && !seen) return say(badToast('bad-form'))
  const read = readDiscount(values)
  if (!read.ok) return data<Answer>({ values, errors: read.errors }, { status: 400 })
  const done = await attempt(shop, 'discount-saving-failed', () =>
    seen
      ? editDiscount(shop.db, actor, seen, read.discount)
      : createDiscount(shop.db, actor, read.discount),
  )
  const saved = goodToast(seen ? 'discount-updated' : 'discount-created')
  if (done.ok) return say(saved)
  if (done.reason === 'not-found') return say(badToast('not-found'))
  if (done.reason === 'edited-meanwhile' && seen) {
    const edits = await compareEdits(shop, seen.id, read.discount, readLoaded(form, FIELDS))
    if (!edits) return say(badToast('not-found'))
    const { conflict, merged, theirs } = edits
    if (conflict.fields.length === 0) {
      // Somebody else has made the same change.
      if (FIELDS.every((field) => merged[field] === theirs[field])) return say(saved)
      const { version } = conflict
      return save(shop, actor, formAgain({ id: seen.id, version }, merged, theirs), say)
    }
    return data<Answer>({ values: merged, errors: {}, conflict }, { status: 409 })
  }
  const said = wordsFor(done.reason, done)
  const field = FIELD_OF[done.reason]
  if (!field) return data<Answer>({ values, errors: {}, said }, { status: 500 })
  return data<Answer>({ values, errors: { [field]: said.description } }, { status: 400 })
}

const shown = (values: DiscountValues): DiscountValues => {
  const type = DISCOUNT_TYPES.find((known) => known === values.type)
  return {
    ...values,
    type: type ? DISCOUNT_TYPE_WORDS[type] : values.type,
    value: values.value && type ? discountValueText({ type, value: Number(values.value) }) : '',
    minimumAmount: values.minimumAmount && formatKwacha(Number(values.minimumAmount)),
    maximumUses: values.maximumUses && formatAmount(Number(values.maximumUses)),
    startsAt: values.startsAt.replace('T', ' '),
    expiresAt: values.expiresAt.replace('T', ' '),
    isActive: values.isActive === 'true' ? 'Yes' : 'No',
  }
}

/** What stands now and what was typed, as it would have been stored: put together, and where both changed. */
async function compareEdits(
  shop: Shop,
  id: string,
  edit: DiscountEdit,
  loaded: DiscountValues | null,
) {
  const [discount, by] = await Promise.all([
    findOfficeDiscount(shop, id),
    findLastEditor(shop.db, 'discount', id),
  ])
  if (!discount) return null
  const mine = discountValues(edit)
  const theirs = discountValues(discount)
  const { merged, clashes } = mergeEdits({ mine, theirs, loaded }, [
    ['type', 'value'],
    ['startsAt', 'expiresAt'],
  ])
  const fields = sideBySide(DISCOUNT_LABELS, shown(mine), shown(theirs), clashes)
  return { merged, theirs, conflict: { version: discount.version, by, fields } }
}
