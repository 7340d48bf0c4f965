import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/open.server.ts'
import { readDetails } from '../../../modules/accounts/save-details.ts'
import { findPurchase, type Purchase } from '../../../modules/checkout/vouchers/purchases.ts'
import { findLatestPayment } from '../../../modules/payments/payments.ts'
import { formatUntil } from '../../../rules/dates.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { VoucherForm } from '../../../ui/shop/credit/voucher-form.tsx'
import { VoucherState } from '../../../ui/shop/credit/voucher-state.tsx'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { shopContext } from '../../../web/context.ts'
import { findVisitor } from '../../../web/guards.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { pageMeta } from '../../../web/page-meta.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/gift-voucher'
import { actOnVoucher, askAbout } from './action.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta({
    title: 'Gift Voucher',
    description: `A gift voucher for ${settings().name}, sent by email. It pays online and in the shop, in parts.`,
    url: loaderData?.url ?? '',
  }),
  ...(loaderData?.bought ? [{ name: 'robots', content: 'noindex' }] : []),
]

export const headers = () => ({
  ...NO_STORE,
  'Referrer-Policy': 'same-origin',
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const of = new URL(request.url).searchParams.get('of')
  const found = of === null ? undefined : await findPurchase(shop.db, of)
  if (found?.status === 'pending') await askAbout(shop, found.id)
  const now = found && ((await findPurchase(shop.db, found.id)) ?? found)
  const visitor = found ? null : await findVisitor(context)
  const own =
    visitor && (await readPart(shop, 'details', () => readDetails(shop.db, visitor.userId)))
  return {
    url: `${shop.config.baseUrl}/gift-voucher`,
    isOff: shop.config.payments === 'off',
    nextVoucher: randomUUID(),
    known: { name: own?.name ?? '', email: visitor?.email ?? '', phone: own?.phone ?? '' },
    bought: now ? await readBought(shop.db, now) : null,
  }
}

/** A purchase as its page shows it. Anybody with the link may see this, so it contains no names or addresses. */
async function readBought(db: Db, purchase: Purchase) {
  const { id, status, amount, recipientEmail, reviewReason, expiresAt, createdAt } = purchase
  const last =
    status === 'pending' ? await findLatestPayment(db, { voucherPurchaseId: id }) : undefined
  return {
    id,
    status,
    amount,
    retryUntil: last?.status === 'failed' ? formatUntil(expiresAt, createdAt) : null,
    isForOther: recipientEmail !== null,
    isUnderReview: reviewReason === 'underpaid' || reviewReason === 'not-live-money',
  }
}

export const action = (args: Route.ActionArgs) => actOnVoucher(args)

export default function GiftVoucher({ loaderData, actionData }: Route.ComponentProps) {
  const { bought, isOff, nextVoucher, known } = loaderData
  if (bought) return <VoucherState {...bought} />
  return (
    <ReadingPage
      title="Gift Voucher"
      intro={`A code by email to spend at ${settings().name}, online or in our shop, all at once or little by little. It never expires.`}
    >
      {isOff ? (
        <p className="pt-6">
          We sell none online at the moment. Please call us: {settings().supportPhone}
        </p>
      ) : (
        <VoucherForm
          voucher={actionData?.voucher ?? nextVoucher}
          known={known}
          typed={actionData ?? null}
        />
      )}
    </ReadingPage>
  )
}
