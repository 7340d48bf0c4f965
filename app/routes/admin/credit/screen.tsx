import { randomUUID } from 'node:crypto'
import { listPurchasesToSee } from '../../../modules/checkout/vouchers/list-purchases.ts'
import { findCredit } from '../../../modules/credit/find-credit.ts'
import { listCredits, sumCredits } from '../../../modules/credit/list-credits.ts'
import { findVoucherRefund } from '../../../modules/refunds/vouchers/find-voucher-refund.ts'
import { listOpenDrawers } from '../../../modules/till/shifts/drawer-cash.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { CREDIT_KINDS, CREDIT_STATES } from '../../../rules/credit/credit.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { CREDIT_KIND_WORDS, CREDIT_STATE_WORDS } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import { BoughtOnline } from '../../../ui/admin/credit/bought-online.tsx'
import { BESIDE_CREDIT, CREDIT_COLUMNS } from '../../../ui/admin/credit/credit-columns.tsx'
import { CreditPanel } from '../../../ui/admin/credit/credit-panel.tsx'
import { IssueForm } from '../../../ui/admin/credit/issue-form.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext, type Visitor } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnCredit } from './action.ts'
import { readCreditQuery } from './list-query.ts'

export const meta = () => unlisted('Store Credit')

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const query = readCreditQuery(request)
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'credit',
    label: 'list-credit',
    query,
  })
  const open = new URL(request.url).searchParams.get('credit')
  const visitor = await findVisitor(context)
  const [page, sum, bought, shown] = await Promise.all([
    readPart(shop, 'store credit', () => listCredits(shop.db, { ...query, limit })),
    readPart(shop, 'sum of store credit', () => sumCredits(shop.db)),
    readPart(shop, 'vouchers bought online', () => listPurchasesToSee(shop.db)),
    readOpen(shop, open, visitor),
  ])
  const { creditSecondPersonFrom } = limitSettings()
  const nextCredit = randomUUID()
  return { page, sum, open, bought: bought ?? [], ...shown, nextCredit, creditSecondPersonFrom }
}

/** The panel beside the list: a code, and the money of a voucher. */
async function readOpen(shop: Shop, open: string | null, visitor: Visitor | null) {
  const by = visitor ? { userId: visitor.userId, now: shop.now() } : undefined
  const openId = open === null ? null : readId(open)
  const [credit, money, drawers] = await Promise.all([
    open === null ? null : readPart(shop, 'a store credit', () => findCredit(shop.db, open, by)),
    openId && visitor
      ? readPart(shop, 'money of a voucher', () =>
          findVoucherRefund(shop.db, openId, visitor.userId),
        )
      : null,
    openId ? readPart(shop, 'open drawers', () => listOpenDrawers(shop.db)) : null,
  ])
  const mayAgree =
    credit?.requestedBy !== visitor?.userId && (!credit?.email || credit.email !== visitor?.email)
  return {
    credit: credit ?? null,
    mayAgree,
    money: money &&
      visitor && {
        ...money,
        drawers: drawers ?? [],
        nextRefund: randomUUID(),
        secondPersonFrom: limitSettings().secondPersonFrom,
        userId: visitor.userId,
      },
  }
}

export const action = (args: Route.ActionArgs) => actOnCredit(args)

export default function StoreCredit({ loaderData, actionData }: Route.ComponentProps) {
  const { page, sum, open, credit, bought, mayAgree, nextCredit, creditSecondPersonFrom, money } =
    loaderData
  const shown = actionData?.shown
  const panel = panelOf(
    'credit',
    open,
    credit && (
      <CreditPanel
        key={credit.id}
        credit={credit}
        mayAgree={mayAgree}
        money={money}
        code={shown?.id === credit.id ? shown.code : credit.code}
      />
    ),
  )
  return (
    <>
      <PageHead title="Store Credit" />
      <BesideList panel={panel}>
        {sum ? (
          <p className="mb-3">
            Not spent yet: <strong className="tabular-nums">{formatKwacha(sum.amount)}</strong> on{' '}
            {sum.count === 1 ? 'one code' : `${sum.count} codes`}.
          </p>
        ) : null}
        <BoughtOnline purchases={bought} />
        <IssueForm key={open} nextCredit={nextCredit} secondPersonFrom={creditSecondPersonFrom} />
        <ListTools
          label="Search by code, its last four or an email"
          filters={[
            stateFilter('status', 'State', CREDIT_STATES, CREDIT_STATE_WORDS),
            stateFilter('kind', 'Kind', CREDIT_KINDS, CREDIT_KIND_WORDS),
          ]}
          csv="/admin/credit.csv"
          narrowed={[]}
        />
        <PagedTable
          page={page}
          error="Error loading store credit."
          empty="No store credit found"
          hint="It comes from refunds of orders, from vouchers that are sold, and from what is issued here by hand."
          caption="Store credit and gift vouchers"
          order="-created"
          columns={panel ? BESIDE_CREDIT : CREDIT_COLUMNS}
        />
      </BesideList>
    </>
  )
}
