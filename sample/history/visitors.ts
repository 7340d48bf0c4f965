// What visitors of the sample shop do besides buying: they subscribe to the newsletter, wait for sold-out products, and
// buy vouchers.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { newsletterSubscribers, products, users, variants } from '../../app/db/tables.server.ts'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { payVoucher } from '../../app/modules/checkout/start-payment.ts'
import { buyVoucher } from '../../app/modules/checkout/vouchers/buy-voucher.ts'
import { expirePurchase } from '../../app/modules/checkout/vouchers/expire-purchase.ts'
import {
  confirmSubscription,
  joinNewsletter,
  leaveNewsletter,
} from '../../app/modules/newsletter/subscribe.ts'
import { joinWaitlist } from '../../app/modules/waitlist/join-waitlist.ts'
import { decideSandboxPayment } from '../../app/platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { PurchaseRequest } from '../../app/rules/credit/purchase.ts'
import { CUSTOMERS, emailOf, type SampleCustomer } from './customers.ts'
import { done, type Step } from './steps.ts'

type TimeOf = (daysAgo: number, minute: number) => Date
const IP = '10.20.30.40'
/** A product that stays sold out. */
const SOLD_OUT = 'sold-out-scarf'

const person = (n: number): SampleCustomer => {
  const one = CUSTOMERS[n % CUSTOMERS.length]
  if (!one) throw new Error('nobody visits')
  return one
}

export const visitorSteps = (timeOf: TimeOf): Step[] => [
  ...newsletterSteps(timeOf),
  ...waitlistSteps(timeOf),
  ...voucherSteps(timeOf),
]

/** Four addresses: two subscribed, one unsubscribed, and one that has not confirmed yet. */
function newsletterSteps(timeOf: TimeOf): Step[] {
  const join = (n: number) => async (shop: Shop) => {
    const email = emailOf(person(n))
    done(await joinNewsletter(shop, { email, ip: IP }))
    return email
  }
  const answer = (n: number, change: typeof leaveNewsletter) => async (shop: Shop) => {
    const [row] = await shop.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, emailOf(person(n))))
    done(await change(shop, row?.token ?? ''))
  }
  const joins = [71, 44, 23, 2].map((daysAgo, n) => ({
    at: timeOf(daysAgo, 19 * 60 + 7 * n),
    act: async (shop: Shop) => void (await join(n)(shop)),
  }))
  const confirms = [71, 44, 23].map((daysAgo, n) => ({
    at: timeOf(daysAgo, 19 * 60 + 7 * n + 4),
    act: answer(n, confirmSubscription),
  }))
  return [...joins, ...confirms, { at: timeOf(15, 9 * 60), act: answer(1, leaveNewsletter) }]
}

/** Three wait for the scarf: two by email, who are signed in, and one by phone. */
const waitlistSteps = (timeOf: TimeOf): Step[] =>
  [9, 5, 2].map((daysAgo, n) => ({
    at: timeOf(daysAgo, 20 * 60 + n),
    act: async (shop) => {
      const [one] = await shop.db
        .select({ variantId: variants.id })
        .from(variants)
        .innerJoin(products, eq(products.id, variants.productId))
        .where(eq(products.slug, SOLD_OUT))
      const email = emailOf(person(n + 6))
      const [user] = await shop.db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, email))
      const contact =
        n === 2
          ? { email: '', phone: person(n + 6).phone, userId: null }
          : { email, phone: '', userId: user?.id ?? null }
      done(await joinWaitlist(shop, { variantId: one?.variantId ?? '', ...contact, ip: IP }))
    },
  }))

/** Vouchers bought on the web: one for a sister, one for oneself, and one that was never paid. */
function voucherSteps(timeOf: TimeOf): Step[] {
  const buy = async (shop: Shop, n: number, gift: Partial<PurchaseRequest>) => {
    const buyer = person(n)
    const request = {
      amount: 25_000,
      buyerName: `${buyer.firstName} ${buyer.lastName}`,
      buyerEmail: emailOf(buyer),
      buyerPhone: buyer.phone,
      recipientName: null,
      recipientEmail: null,
      message: null,
      ...gift,
    }
    const bought = done(await buyVoucher(shop, { userId: null, ip: IP }, randomUUID(), request))
    done(await payVoucher(shop, bought.purchase, bought.payment))
    return bought
  }
  const pay = (n: number, gift: Partial<PurchaseRequest>) => async (shop: Shop) => {
    const { payment } = await buy(shop, n, gift)
    await decideSandboxPayment(shop.db, payment.reference, 'pay')
    done(await settlePayment(shop, payment.reference))
  }
  let unpaid = ''
  const sister = person(13)
  return [
    {
      at: timeOf(38, 18 * 60 + 30),
      act: pay(12, {
        recipientName: sister.firstName,
        recipientEmail: emailOf(sister),
        message: 'Happy birthday! Choose something with colors.',
      }),
    },
    { at: timeOf(7, 13 * 60), act: pay(17, { amount: 40_000 }) },
    {
      at: timeOf(6, 21 * 60),
      act: async (shop) => {
        unpaid = (await buy(shop, 19, { amount: 10_000 })).purchase.id
      },
    },
    {
      at: timeOf(6, 21 * 60 + 31),
      act: async (shop) => void (await expirePurchase(shop, unpaid)),
    },
  ]
}
