import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { type DayFigures, netSales, type Takings } from '../../../rules/reports/day-sums.ts'
import { Link } from '../../kit/link.tsx'
import { Panel } from '../panel.tsx'
import { PANEL_LINK, PanelPart } from './panel-part.tsx'

type Period = DayFigures & { placed: Takings }

type Figure = { label: string; one: string; many: string; takings: Takings }

const Row = ({ label, one, many, takings }: Figure) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-1.5">
    <dt>{label}</dt>
    <dd className="ml-auto text-right tabular-nums">
      <span className="font-semibold">{formatKwacha(takings.amount)}</span>
      <span className="block text-sm text-quiet">
        {formatAmount(takings.count)} {takings.count === 1 ? one : many}
      </span>
    </dd>
  </div>
)

/** Refunds, shown as a negative amount; nothing when there were none. */
const GivenBack = ({ takings, ...figure }: Figure) =>
  takings.count > 0 ? <Row {...figure} takings={{ ...takings, amount: -takings.amount }} /> : null

const Sold = ({ period }: { period: Parameters<typeof netSales>[0] }) => (
  <p>
    <span className="text-2xl font-bold wrap-anywhere tabular-nums">
      {formatKwacha(netSales(period))}
    </span>{' '}
    <span className="text-quiet">sold</span>
  </p>
)

/** The sales and the new orders of a period. */
const PeriodPanel = ({
  title,
  period,
  chat = null,
  leads = false,
}: {
  title: string
  period: Period | null
  /** The link that sends its sums by WhatsApp. */
  chat?: string | null
  /** Whether the sold amount stays visible while a phone folds the rest. */
  leads?: boolean
}) => (
  <Panel
    title={title}
    folds={!leads || period !== null}
    lead={leads && period ? <Sold period={period} /> : null}
    action={
      chat ? (
        <a href={chat} target="_blank" rel="noreferrer" className={PANEL_LINK}>
          Send by WhatsApp<span className="sr-only">: today’s sums</span>
        </a>
      ) : null
    }
  >
    <PanelPart part={period} error={`Error loading the sales of ${title.toLowerCase()}.`}>
      {({ placed, paid, refunded, till, returned }) => (
        <>
          {leads ? null : (
            <div className="pb-2">
              <Sold period={{ paid, refunded, till, returned }} />
            </div>
          )}
          <dl>
            <Row label="Online" one="order paid" many="orders paid" takings={paid} />
            <GivenBack label="Refunds of orders" one="refund" many="refunds" takings={refunded} />
            <Row label="Point of sale" one="sale" many="sales" takings={till} />
            <GivenBack label="Refunds at the till" one="return" many="returns" takings={returned} />
            <Row label="All orders placed" one="order" many="orders" takings={placed} />
          </dl>
        </>
      )}
    </PanelPart>
  </Panel>
)

const COUNTS = [
  ['products', 'Products', '/admin/products'],
  ['orders', 'Orders', '/admin/orders'],
  ['people', 'People with an account', '/admin/customers'],
] as const

/** Today, this week, and totals. */
export const Figures = ({
  sales,
  dayChat,
  counts,
}: {
  sales: { today: Period; week: Period } | null
  dayChat: string | null
  counts: { products: number; orders: number; people: number } | null
}) => (
  <>
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <PeriodPanel leads title="Today" period={sales && sales.today} chat={dayChat} />
      <PeriodPanel title="This week" period={sales && sales.week} />
      <Panel folds title="Totals" className="md:max-xl:col-span-2">
        <PanelPart part={counts} error="Error loading counts.">
          {(all) => (
            <ul className="grid gap-x-6 md:max-xl:grid-cols-3">
              {COUNTS.map(([name, label, to]) => (
                <li
                  key={name}
                  className="border-t border-line first:border-t-0 md:max-xl:border-t-0"
                >
                  <Link
                    to={to}
                    className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-3 py-2 hover:underline"
                  >
                    <span>{label}</span>
                    <span className="text-2xl font-bold tabular-nums">
                      {formatAmount(all[name])}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </PanelPart>
      </Panel>
    </div>
    <p className="mt-2 mb-4 text-sm text-quiet max-md:text-xs">
      An order counts as sold on the day it is paid, delivery included, unless it was cancelled or
      cost nothing; a till sale when its money is in; what is given back for returns is taken off on
      the day it goes out. Weeks begin on Monday.
    </p>
  </>
)
