import { listTroubles } from '../../../modules/health/watch-troubles.ts'
import { countWork, MOST_COUNTED } from '../../../modules/reports/count-work.ts'
import { listLowStock } from '../../../modules/reports/list-low-stock.ts'
import { listRecentOrders } from '../../../modules/reports/list-recent-orders.ts'
import { listRefusedEmails, MOST_EMAILS } from '../../../modules/reports/list-refused-emails.ts'
import { listTopProducts, TOP_DAYS } from '../../../modules/reports/list-top-products.ts'
import { readCounts } from '../../../modules/reports/read-counts.ts'
import { readFirstSteps } from '../../../modules/reports/read-first-steps.ts'
import { readSalesByDay } from '../../../modules/reports/read-sales-by-day.ts'
import { readTills } from '../../../modules/reports/read-tills.ts'
import { readToday } from '../../../modules/reports/read-today.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { writeDayChat } from '../../../rules/reports/day-sums.ts'
import { settings, staffSettings } from '../../../rules/settings/settings.ts'
import { Troubles } from '../../../ui/admin/health/troubles.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { PaymentsNotice } from '../../../ui/admin/payments/payments-notice.tsx'
import { Figures } from '../../../ui/admin/reports/figures.tsx'
import { FirstSteps } from '../../../ui/admin/reports/first-steps.tsx'
import { LowStock, TopProducts } from '../../../ui/admin/reports/product-panels.tsx'
import { QuickLinks } from '../../../ui/admin/reports/quick-links.tsx'
import { RecentOrders } from '../../../ui/admin/reports/recent-orders.tsx'
import { RefusedEmails } from '../../../ui/admin/reports/refused-emails.tsx'
import { SalesByDay } from '../../../ui/admin/reports/sales-by-day.tsx'
import { Tills } from '../../../ui/admin/reports/tills.tsx'
import { WorkList } from '../../../ui/admin/reports/work-list.tsx'
import { useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/dashboard'
import { actOnDashboard } from './action.ts'
import { areStepsHidden } from './hidden-steps.ts'

export const meta = () => unlisted('Dashboard')

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const { role } = await requireAdmin(args)
  const hasSteps = role === 'super_admin' && !(await areStepsHidden(request, context))
  const [panels, steps] = await Promise.all([
    readPanels(shop),
    hasSteps ? readPart(shop, 'first steps', () => readFirstSteps(shop)) : null,
  ])
  const { sales } = panels
  const about = sales && {
    shop: settings().name,
    at: shop.now(),
    day: sales.today,
    cash: sales.cash,
  }
  return {
    ...panels,
    steps,
    payments: shop.config.payments,
    dayChat: about && writeDayChat(staffSettings().eveningMessage, about),
  }
}

/** Reads each panel of the dashboard by itself, so that it can fail by itself. */
async function readPanels(shop: Shop) {
  const [work, sales, counts, days, recent, top, low, tills, emails, troubles] = await Promise.all([
    readPart(shop, 'what waits', () => countWork(shop)),
    readPart(shop, 'sales of today', () => readToday(shop)),
    readPart(shop, 'counts', () => readCounts(shop.db)),
    readPart(shop, 'sales by day', () => readSalesByDay(shop)),
    readPart(shop, 'recent orders', () => listRecentOrders(shop.db)),
    readPart(shop, 'top products', () => listTopProducts(shop)),
    readPart(shop, 'low stock', () => listLowStock(shop.db)),
    readPart(shop, 'tills', () => readTills(shop)),
    readPart(shop, 'emails that were refused', () => listRefusedEmails(shop.db)),
    readPart(shop, 'troubles', () => listTroubles(shop.db)),
  ])
  const bounds = { most: MOST_COUNTED, topDays: TOP_DAYS, mostEmails: MOST_EMAILS }
  return { work, sales, counts, days, recent, top, low, tills, emails, troubles, ...bounds }
}

export const action = (args: Route.ActionArgs) => actOnDashboard(args)

export default function Dashboard({ loaderData: read }: Route.ComponentProps) {
  const isLive = useLiveAdmin({ everyMinute: true })
  const guide = read.steps ? <FirstSteps steps={read.steps} canHide /> : null
  // On a phone the guide fills the first screen, so waiting work comes before it.
  const isClear = read.work?.length === 0
  return (
    <>
      <PageHead title="Dashboard" />
      <output className="block text-sm text-quiet">
        {isLive ? null : 'The connection to the shop is down. What is new appears once it is back.'}
      </output>
      {isClear ? guide : null}
      <WorkList work={read.work} most={read.most} />
      {isClear ? null : guide}
      <QuickLinks />
      <PaymentsNotice payments={read.payments} />
      <Troubles troubles={read.troubles} />
      <RefusedEmails emails={read.emails} most={read.mostEmails} />
      <Figures sales={read.sales} dayChat={read.dayChat} counts={read.counts} />
      <SalesByDay days={read.days} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <RecentOrders orders={read.recent} />
          <TopProducts top={read.top} days={read.topDays} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Tills shifts={read.tills} />
          <LowStock low={read.low} />
        </div>
      </div>
    </>
  )
}
