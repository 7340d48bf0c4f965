import { redirect } from 'react-router'
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
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { payWaiting } from '../../../web/placed-orders.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import { readCheckoutForm } from './form.ts'
import { cancelWaiting, pay } from './pay.ts'
import {
  type Args,
  bad,
  type CheckoutState,
  creditOf,
  good,
  openCheckout,
  rerender,
} from './state.ts'

/** Where an order that waits for its payment is shown. */
const PLACES = ['/cart', '/checkout', '/orders']

/** Everything that can be done at the checkout; the button that was pressed says what. */
export async function actAtCheckout(args: Args) {
  const form = await readForm(args.request)
  const back = PLACES.find((place) => place === readText(form, 'then')) ?? '/checkout'
  const visitor = await findVisitor(args.context)
  if (!visitor) {
    const signIn = `/auth?${new URLSearchParams({ then: back })}`
    return redirectWith(args.context, signIn, badToast('not-authenticated'))
  }
  const sent = readCheckoutForm(form)
  if (sent.intent === 'pay-order') return payWaiting(args, visitor.userId, sent.subject, back)
  if (sent.intent === 'cancel-order') return cancelWaiting(args, visitor, sent.subject, back)

  const checkout = await openCheckout(args, visitor, sent)
  if (checkout.lines.length === 0) return redirect('/cart')
  switch (sent.intent) {
    case 'apply-code':
      return applyCode(checkout)
    case 'remove-code':
      return removeCode(checkout)
    case 'apply-credit':
      return applyCredit(checkout)
    case 'remove-credit':
      return removeCredit(checkout)
    case 'save-address':
      return keepAddress(checkout)
    case 'use-address':
    case 'default-address':
    case 'remove-address':
      return changeAddress(checkout)
    default:
      // A code that was typed but not applied: nobody pays without what they asked for.
      if (sent.typedCode !== '') return applyCode(checkout)
      return sent.typedCredit !== '' ? applyCredit(checkout) : pay(checkout)
  }
}

async function applyCode(checkout: CheckoutState) {
  const { shop, visitor, sent, total } = checkout
  // Any failure clears the code that was applied before (docs/product.md, Checked requests).
  const none = { discount: null }
  if (sent.typedCode === '') return rerender(checkout, bad('code', 'discount-blank'), none)
  try {
    const found = await tryCode(shop, visitor.userId, sent.typedCode, total)
    if (!found.ok) return rerender(checkout, bad('code', found), none)
    const { code, type, value } = found.discount
    return rerender(checkout, good('code', 'discount-applied', { code }), {
      typedCode: '',
      discount: { code, type, value },
    })
  } catch (error) {
    shop.log.error({ error }, 'code not read')
    return rerender(checkout, bad('code', 'discount-failed'), none)
  }
}

const removeCode = (checkout: CheckoutState) =>
  rerender(checkout, good('code', 'discount-removed', { code: checkout.sent.appliedCode }), {
    discount: null,
    typedCode: '',
  })

async function applyCredit(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const none = { credit: null }
  if (sent.typedCredit === '') return rerender(checkout, bad('credit', 'credit-blank'), none)
  try {
    const found = await tryCredit(shop, visitor.userId, sent.typedCredit)
    if (!found.ok) return rerender(checkout, bad('credit', found), none)
    const credit = creditOf(found.credit)
    const message = good('credit', 'credit-applied', credit)
    return rerender(checkout, message, { typedCredit: '', credit })
  } catch (error) {
    shop.log.error({ error }, 'store credit not read')
    return rerender(checkout, bad('credit', 'discount-failed'), none)
  }
}

const removeCredit = (checkout: CheckoutState) =>
  rerender(checkout, good('credit', 'credit-removed'), { credit: null, typedCredit: '' })

async function keepAddress(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const checked = checkAddress(sent.values)
  if (!checked.ok)
    return rerender(checkout, bad('address', 'address-fields'), { errors: checked.errors })
  try {
    const saved = await saveAddress(shop.db, visitor.userId, checked.address)
    if (!saved.ok) return rerender(checkout, bad('address', saved))
    return rerender(checkout, good('address', 'address-saved'), {
      values: { ...sent.values, ...checked.address, saveAddress: false },
    })
  } catch (error) {
    shop.log.error({ error }, 'address not saved')
    return rerender(checkout, bad('address', 'address-failed'))
  }
}

async function changeAddress(checkout: CheckoutState) {
  const { shop, visitor, sent } = checkout
  const { userId } = visitor
  const { subject: id } = sent
  const addresses = z.uuid().safeParse(id).success ? await listAddresses(shop.db, userId) : []
  const chosen = addresses.find((one) => one.id === id)
  const isRemoval = sent.intent === 'remove-address'
  // Gone by this very form, whose answer was lost, or by another page.
  if (!chosen && isRemoval && z.uuid().safeParse(id).success)
    return rerender(checkout, good('address', 'address-removed'))
  if (!chosen) return rerender(checkout, bad('address', 'address-gone'))
  if (sent.intent === 'use-address') {
    const { firstName, lastName, phone, address, city, district } = chosen
    return rerender(checkout, good('address', 'address-used'), {
      values: { ...sent.values, firstName, lastName, phone, address, city, district },
    })
  }
  const done = isRemoval
    ? await removeAddress(shop.db, userId, id)
    : await setDefaultAddress(shop.db, userId, id)
  if (!done.ok) return rerender(checkout, bad('address', done))
  return rerender(checkout, good('address', isRemoval ? 'address-removed' : 'address-default'))
}
