import { findAdminDiscount } from '../../../modules/discounts/list-discounts.ts'
import { discountActs } from '../../../modules/discounts/save-discount.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type DiscountEdit, readDiscount } from '../../../rules/discounts/discount-form.ts'
import { type DiscountValues, discountValues } from '../../../rules/discounts/discount-values.ts'
import { DISCOUNT_TYPES } from '../../../rules/discounts/discounts.ts'
import {
  DISCOUNT_LABELS,
  DISCOUNT_TYPE_WORDS,
  discountValueText,
} from '../../../rules/messages/discounts/words.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { actOnEntries, compareRow, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

/** `save`, `switch` and `delete` on Discount Codes. */
export async function actOnDiscounts(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/discount-codes')
  return actOnEntries(act, kindOf(act.shop, !act.form.has('id')))
}

const kindOf = (shop: Shop, isNew: boolean): EntryKind<keyof DiscountValues, DiscountEdit> => ({
  entity: 'discount',
  labels: DISCOUNT_LABELS,
  read: readDiscount,
  ...discountActs,
  saved: goodToast(isNew ? 'discount-created' : 'discount-updated'),
  failed: 'discount-saving-failed',
  deleted: goodToast('discount-deleted'),
  deletingFailed: 'discount-deleting-failed',
  fieldOf: { 'discount-taken': 'code', 'discount-below-used': 'maximumUses' },
  coupled: [
    ['type', 'value'],
    ['startsAt', 'expiresAt'],
  ],
  findBoth: compareRow((id) => findAdminDiscount(shop, id), discountValues, shown),
})

const shown = (values: DiscountValues): Partial<DiscountValues> => {
  const type = DISCOUNT_TYPES.find((known) => known === values.type)
  return {
    type: type ? DISCOUNT_TYPE_WORDS[type] : values.type,
    value: values.value && type ? discountValueText({ type, value: Number(values.value) }) : '',
    minimumAmount: values.minimumAmount && formatKwacha(Number(values.minimumAmount)),
    maximumUses: values.maximumUses && formatAmount(Number(values.maximumUses)),
    startsAt: values.startsAt.replace('T', ' '),
    expiresAt: values.expiresAt.replace('T', ' '),
  }
}
