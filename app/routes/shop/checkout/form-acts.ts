import { z } from 'zod'
import {
  listAddresses,
  removeAddress,
  saveAddress,
  setDefaultAddress,
} from '../../../modules/accounts/addresses.ts'
import { tryCredit } from '../../../modules/credit/spend-credit.ts'
import { tryCode } from '../../../modules/discounts/try-code.ts'
import { checkAddress } from '../../../rules/checkout/checkout.ts'
import { type CheckoutState, creditOf, good, refuse, rerender } from './state.ts'

// Acts that change the checkout form and place no order: on its codes and its address.

export async function applyCode(checkout: CheckoutState) {
  const { shop, visitor, sent, total } = checkout
  // Any failure clears the code that was applied before (docs/product.md, Checked requests).
  const none = { discount: null }
  if (sent.typedCode === '') return refuse(checkout, 'code', 'discount-blank', none)
  try {
    const found = await tryCode(shop, visitor.userId, sent.typedCode, total)
    if (!found.ok) return refuse(checkout, 'code', found, none)
    const { code, type, value } = found.discount
    return rerender(checkout, good('code', 'discount-applied', { code }), {
      typedCode: '',
      discount: { code, type, value },
    })
  } catch (error) {
    shop.log.error({ error }, 'code not read')
    return refuse(checkout, 'code', 'discount-failed', none)
  }
}

export const removeCode = (checkout: CheckoutState) =>
  rerender(checkout, good('code', 'discount-removed', { code: checkout.sent.appliedCode }), {
    discount: null,
    typedCode: '',
  })

export async function applyCredit(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const none = { credit: null }
  if (sent.typedCredit === '') return refuse(checkout, 'credit', 'credit-blank', none)
  try {
    const found = await tryCredit(shop, visitor.userId, sent.typedCredit)
    if (!found.ok) return refuse(checkout, 'credit', found, none)
    const credit = creditOf(found.credit)
    const message = good('credit', 'credit-applied', credit)
    return rerender(checkout, message, { typedCredit: '', credit })
  } catch (error) {
    shop.log.error({ error }, 'store credit not read')
    return refuse(checkout, 'credit', 'discount-failed', none)
  }
}

export const removeCredit = (checkout: CheckoutState) =>
  rerender(checkout, good('credit', 'credit-removed'), { credit: null, typedCredit: '' })

export async function keepAddress(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const checked = checkAddress(sent.values)
  if (!checked.ok) return refuse(checkout, 'address', 'address-fields', { errors: checked.errors })
  try {
    const saved = await saveAddress(shop.db, visitor.userId, checked.address)
    if (!saved.ok) return refuse(checkout, 'address', saved)
    return rerender(checkout, good('address', 'address-saved'), {
      values: { ...sent.values, ...checked.address, saveAddress: false },
    })
  } catch (error) {
    shop.log.error({ error }, 'address not saved')
    return refuse(checkout, 'address', 'address-failed')
  }
}

export async function changeAddress(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const { userId } = visitor
  const { subject: id } = sent
  const addresses = z.uuid().safeParse(id).success ? await listAddresses(shop.db, userId) : []
  const chosen = addresses.find((one) => one.id === id)
  const isRemoval = sent.intent === 'remove-address'
  // This same form, whose answer was lost, or another page has removed the address.
  if (!chosen && isRemoval && z.uuid().safeParse(id).success)
    return rerender(checkout, good('address', 'address-removed'))
  if (!chosen) return refuse(checkout, 'address', 'address-gone')
  if (sent.intent === 'use-address') {
    const { firstName, lastName, phone, address, city, district } = chosen
    return rerender(checkout, good('address', 'address-used'), {
      values: { ...sent.values, firstName, lastName, phone, address, city, district },
    })
  }
  const done = isRemoval
    ? await removeAddress(shop.db, userId, id)
    : await setDefaultAddress(shop.db, userId, id)
  if (!done.ok) return refuse(checkout, 'address', done)
  return rerender(checkout, good('address', isRemoval ? 'address-removed' : 'address-default'))
}
