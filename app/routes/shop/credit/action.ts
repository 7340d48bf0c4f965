import { data, redirect, redirectDocument } from 'react-router'
import { askWhileWaiting } from '../../../modules/checkout/ask-provider.ts'
import { payVoucher } from '../../../modules/checkout/start-payment.ts'
import { buyVoucher } from '../../../modules/checkout/vouchers/buy-voucher.ts'
import { findPurchase, type Purchase } from '../../../modules/checkout/vouchers/purchases.ts'
import { findLatestPayment } from '../../../modules/payments/payments.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  PURCHASE_FIELDS,
  type PurchaseErrors,
  type PurchaseField,
  type PurchaseValues,
  readPurchase,
} from '../../../rules/credit/purchase.ts'
import { formatRefusal, type Reason, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import { readForm, readId, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { waitPatiently } from '../../../web/patience.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/gift-voucher'

const PATIENCE_MS = 2500

/** Asks the provider about a voucher's payment, at most every ten seconds unless the visitor insists. */
export const askAbout = (shop: Shop, voucherPurchaseId: string, isAsked = false) =>
  waitPatiently(shop, askWhileWaiting(shop, { voucherPurchaseId }, { isAsked }), PATIENCE_MS)

/** `buy`: leads to the payment page. `pay`: leads there again. `check`: has the provider asked now. */
export async function actOnVoucher({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const intent = readText(form, 'intent')
  if (intent === 'buy') return buy(shop, context, form)
  const purchase = await findPurchase(shop.db, readText(form, 'voucher', 40))
  if (!purchase) return redirect('/gift-voucher')
  if (intent === 'pay') return payAgain(shop, context, purchase)
  await askAbout(shop, purchase.id, true)
  return redirect(pathOf(purchase))
}

const pathOf = ({ id }: Purchase) => `/gift-voucher?of=${id}`

async function payAgain(shop: Shop, context: Route.ActionArgs['context'], purchase: Purchase) {
  const path = pathOf(purchase)
  const payment = await findLatestPayment(shop.db, { voucherPurchaseId: purchase.id })
  const started = payment && (await payVoucher(shop, purchase, payment))
  if (started?.ok) return redirectDocument(started.checkoutUrl)
  // A payment that is over shows that on its own page.
  return started && started.reason !== 'payment-failed'
    ? redirectWith(context, path, badToast(started))
    : redirect(path)
}

async function buy(shop: Shop, context: Route.ActionArgs['context'], form: FormData) {
  const fields = Object.keys(PURCHASE_FIELDS) as PurchaseField[]
  const values = Object.fromEntries(
    fields.map((field) => [field, readText(form, field, PURCHASE_FIELDS[field])]),
  ) as PurchaseValues
  const id = readId(readText(form, 'voucher', 40))
  const read = readPurchase(values)
  if (!read.ok) return refuse(values, { errors: read.errors })
  const visitor = await findVisitor(context)
  const by = { userId: visitor?.userId ?? null, ip: context.get(requestContext).ip }
  if (!id) return refuse(values, { refused: { ok: false, reason: 'bad-form' } })
  const bought = await tryAct(shop, 'voucher-failed', () => buyVoucher(shop, by, id, read.request))
  if (!bought.ok) return refuse(values, { refused: bought })
  const started = await payVoucher(shop, bought.purchase, bought.payment)
  if (started.ok) return redirectDocument(started.checkoutUrl)
  // A payment that is over shows that on its own page.
  if (started.reason === 'payment-failed') return redirect(pathOf(bought.purchase))
  return refuse(values, { refused: started, voucher: bought.purchase.id })
}

/** `voucher`: the form keeps its id, so that a second press is the same purchase. */
const refuse = (
  values: PurchaseValues,
  {
    errors = {},
    refused,
    voucher = null,
  }: { errors?: PurchaseErrors; refused?: Refusal<Reason>; voucher?: string | null },
) =>
  data(
    { values, errors, refusal: refused ? formatRefusal(refused) : null, voucher },
    { status: statusOf(refused ?? 'bad-form') },
  )
