import { recordExport } from '../../../modules/audit/record-export.ts'
import { listPacking } from '../../../modules/orders/parcels/list-packing.ts'
import { openLinkOf } from '../../../modules/orders/parcels/rider-link.ts'
import { PAPER_WORDS } from '../../../rules/messages/orders/changes.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { isPackable } from '../../../rules/orders/orders.ts'
import { MOST_ORDERS_AT_ONCE, PACKING_PAPERS } from '../../../rules/orders/packing-papers.ts'
import { sumPicking } from '../../../rules/orders/pick-list.ts'
import { linesOnSlip } from '../../../rules/orders/shipments.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Slip } from '../../../ui/admin/orders/paper-sheet.tsx'
import { PickSheet } from '../../../ui/admin/orders/papers/pick-sheet.tsx'
import { PaperPage } from '../../../ui/admin/paper-page.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readFilter } from '../../../web/lists/list-query.ts'
import { readTwice } from '../../../web/read-part.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/print'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${PAPER_WORDS[loaderData?.paper ?? 'slips']} | ${settings().name}` },
  { name: 'robots', content: 'noindex' },
]

/** The papers of ticked orders (`order=`, their ids or numbers), at most one page of the list. */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const asked = new URL(request.url).searchParams.getAll('order').slice(0, MOST_ORDERS_AT_ONCE)
  const ids = asked.filter((one) => readId(one))
  const numbers = asked.filter((one) => !readId(one))
  const paper = readFilter(request, 'paper', PACKING_PAPERS) ?? 'slips'
  const orders = await readTwice(() => listPacking(shop, { ids, numbers }))
  const count = orders.length
  if (paper === 'picks') return { paper, count, ...picksOf(orders) }
  await recordSlips(args, orders)
  const slips = orders.map((one) => ({ ...one, riderUrl: openLinkOf(shop, one, one.parcels) }))
  return { paper, count, slips }
}

/** The items to pick, with only the order numbers of their customers: nothing of this is logged. */
function picksOf(orders: readonly Packing[]) {
  const isToPick = (order: Packing) =>
    isPackable(order) && order.packedAt === null && order.lines.some(({ units }) => units > 0)
  const picked = orders.filter(isToPick).map(({ orderNumber, lines }) => ({
    orderNumber,
    lines: lines.map(({ id, variantId, name, sku, size, color, picture, shelf, units }) => ({
      id,
      variantId,
      name,
      sku,
      size,
      color,
      picture,
      shelf,
      units,
    })),
  }))
  const left = orders
    .filter((order) => !isToPick(order))
    .map((order) => ({ orderNumber: order.orderNumber, why: whyNot(order) }))
  return { picks: sumPicking(picked), orderCount: picked.length, left }
}

/** Slips show customers' addresses on paper, so the log records who printed them, as for a printed list. */
async function recordSlips(args: Route.LoaderArgs, orders: readonly { orderNumber: string }[]) {
  if (orders.length === 0) return
  const filters = { orders: orders.map(({ orderNumber }) => orderNumber).join(', ') }
  const { db } = args.context.get(shopContext)
  const file = { entity: 'order', label: 'packing-slips', filters } as const
  await recordExport(db, await requireActor(args), file)
}

type Packing = Awaited<ReturnType<typeof listPacking>>[number]

export default function PrintedOrders({ loaderData }: Route.ComponentProps) {
  return (
    <PaperPage width="max-w-3xl">
      {loaderData.count === 0 ? (
        <p>No order was ticked. Close this tab, and tick those to print.</p>
      ) : loaderData.paper === 'picks' ? (
        <PickSheet {...loaderData} />
      ) : (
        <>
          <h1 className="sr-only">{PAPER_WORDS.slips}</h1>
          {loaderData.slips.map((order) => (
            <section
              key={order.id}
              className="mb-10 break-after-page border-b-2 border-dashed border-black/40 pb-10 last:mb-0 last:break-after-auto last:border-0 last:pb-0 print:mb-0 print:border-0 print:pb-0"
            >
              <Slip order={{ ...order, lines: linesOnSlip(order.lines, order.parcels) }} isPart />
            </section>
          ))}
        </>
      )}
    </PaperPage>
  )
}

function whyNot({ status, packedAt }: Packing) {
  if (!isPackable({ status })) return STAFF_STATUS_WORDS[status]
  return packedAt === null ? 'nothing of it is here' : 'packed already'
}
