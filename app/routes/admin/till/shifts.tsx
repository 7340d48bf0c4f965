import { listAdminTills } from '../../../modules/till/devices/list-tills.ts'
import {
  type ListedShift,
  listShifts,
  listTillNames,
} from '../../../modules/till/shifts/list-shifts.ts'
import { readShift } from '../../../modules/till/shifts/read-shift.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { SHIFT_STATES } from '../../../rules/till/till-cash.ts'
import { type Column, statusColumn } from '../../../ui/admin/list/data-table.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, OpenLink, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ShiftBadge, VarianceBadge } from '../../../ui/admin/till/shift-badge.tsx'
import { ShiftPanel } from '../../../ui/admin/till/shift-panel.tsx'
import { TillList } from '../../../ui/admin/till/till-list.tsx'
import { useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/shifts'
import { readShiftQuery } from './list-query.ts'
import { actOnShifts } from './shifts-action.ts'

export const meta = () => [{ title: `Shifts | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const query = readShiftQuery(request)
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'shift',
    label: 'list-shifts',
    query,
  })
  const asked = { ...query, now: shop.now(), limit }
  const open = new URL(request.url).searchParams.get('shift')
  const id = readId(open)
  const [page, names, tillsNow, shift] = await Promise.all([
    readPart(shop, 'shifts', () => listShifts(shop.db, asked)),
    readPart(shop, 'till names', () => listTillNames(shop.db)),
    readPart(shop, 'tills', () => listAdminTills(shop.db)),
    id === null ? null : readPart(shop, 'shift', () => readShift(shop.db, id)),
  ])
  const isNarrowed = Boolean(asked.till ?? asked.state ?? asked.from ?? asked.to)
  return { page, tills: names ?? [], tillsNow, open, shift: shift ?? null, isNarrowed }
}

export const action = (args: Route.ActionArgs) => actOnShifts(args)

const DAYS = [
  { name: 'from', label: 'From day' },
  { name: 'to', label: 'To day' },
]
const STATE_WORDS = { open: 'Open', offline: 'Open and offline', closed: 'Closed' } as const

export default function Shifts({ loaderData }: Route.ComponentProps) {
  const { page, tills, tillsNow, open, shift, isNarrowed } = loaderData
  const isLive = useLiveAdmin()
  const panel = panelOf('shift', open, shift && <ShiftPanel key={shift.id} shift={shift} />)
  return (
    <>
      <PageHead title="Shifts" />
      <output className="text-sm text-quiet">
        {isLive ? null : 'The connection to the shop is down. What is new appears once it is back.'}
      </output>
      <BesideList panel={panel}>
        <TillList tills={tillsNow} />
        <ListTools
          filters={[
            { name: 'till', label: 'Till', options: tills.map(({ id, name }) => [id, name]) },
            stateFilter('status', 'Status', SHIFT_STATES, STATE_WORDS),
          ]}
          days={DAYS}
          csv="/admin/shifts.csv"
          narrowed={[]}
        />
        <PagedTable
          page={page}
          error="Error loading shifts."
          {...(isNarrowed ? NOT_FOUND : NONE_YET)}
          caption="Shifts at the tills"
          order="-opened"
          columns={panel ? BESIDE : COLUMNS}
        />
      </BesideList>
    </>
  )
}

const NOT_FOUND = { empty: 'No shifts found', hint: 'Try another till, status or day.' }
const NONE_YET = {
  empty: 'No shifts yet',
  hint: 'A shift appears here as soon as it is opened at a till.',
}

const SHIFT: Column<ListedShift> = {
  label: 'Till',
  isTitle: true,
  show: (row) => (
    <OpenLink name="shift" value={row.id}>
      {row.till}
      <span className="sr-only">, opened {formatDateTime(row.openedAt)}</span>
    </OpenLink>
  ),
}
const OPENED: Column<ListedShift> = {
  label: 'Opened',
  sort: 'opened',
  show: (row) => formatDateTime(row.openedAt),
}
const STATUS = statusColumn<ListedShift>((row) => <ShiftBadge isOpen={row.closedAt === null} />)
const VARIANCE: Column<ListedShift> = {
  label: 'Variance',
  isFigure: true,
  show: ({ figures: { variance } }) =>
    variance === null ? '–' : <VarianceBadge variance={variance} />,
}
const money = (amount: number | null) => (
  <span className="whitespace-nowrap">{amount === null ? '–' : formatKwacha(amount)}</span>
)

const COLUMNS: readonly Column<ListedShift>[] = [
  SHIFT,
  { label: 'Cashier', show: (row) => <span className="wrap-anywhere">{row.openedBy}</span> },
  OPENED,
  { label: 'Closed', show: (row) => (row.closedAt ? formatDateTime(row.closedAt) : '–') },
  { label: 'Expected', isFigure: true, isSpare: true, show: (row) => money(row.figures.expected) },
  { label: 'Counted', isFigure: true, isSpare: true, show: (row) => money(row.figures.counted) },
  VARIANCE,
  STATUS,
]
/** The columns that fit beside an open shift. */
const BESIDE: readonly Column<ListedShift>[] = [SHIFT, OPENED, VARIANCE, STATUS]
