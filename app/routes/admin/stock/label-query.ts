import { listBooked } from '../../../modules/purchasing/read-deliveries.ts'
import { listRestocked } from '../../../modules/returns/list-restocked.ts'
import { listLabels } from '../../../modules/stock/list-labels.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { staffSettings } from '../../../rules/settings/settings.ts'
import { countLabels, LABEL_WAYS, type LabelRow } from '../../../rules/stock/labels.ts'
import { returnPath } from '../../../ui/admin/returns/return-path.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readFilter } from '../../../web/lists/list-query.ts'

type LabelRequest = {
  rows: LabelRow[]
  counts: number[]
  source: [name: string, value: string][]
  /** The screen from which the user came. */
  back: { to: string; label: string }
}
type Came = readonly { variantId: string; quantity: number }[]

const STOCK = { to: '/admin/stock', label: 'Stock' }

/**
 * The labels that an address asks for: `?product=…`, `?variant=…`, `?booking=…` of a delivery or `?return=…` of an
 * order, and one `n` for each of its rows, in their order. Without numbers, a product gets one label per unit in stock;
 * a delivery or return one per unit that arrived.
 */
export async function readLabels(
  { db }: Pick<Shop, 'db'>,
  request: Request,
): Promise<LabelRequest> {
  const { searchParams } = new URL(request.url)
  const typed = searchParams.getAll('n')
  const idOf = (name: string) => readId(searchParams.get(name))
  const countsOf = (rows: readonly LabelRow[], ready: (row: LabelRow) => number) =>
    countLabels(typed.length > 0 ? typed : rows.map((row) => String(ready(row))), rows.length)
  const listCame = async (came: Came) => {
    const units = new Map(came.map(({ variantId, quantity }) => [variantId, quantity]))
    const rows = await listLabels(db, { variantIds: [...units.keys()] })
    return { rows, counts: countsOf(rows, ({ id }) => units.get(id) ?? 0) }
  }
  const productId = idOf('product')
  if (productId) {
    const rows = await listLabels(db, { productId })
    return {
      rows,
      counts: countsOf(rows, ({ onHand }) => onHand),
      source: [['product', productId]],
      back: { to: `/admin/edit-product/${productId}`, label: rows[0]?.product ?? 'Product' },
    }
  }
  const variantId = idOf('variant')
  if (variantId) {
    const rows = await listLabels(db, { variantIds: [variantId] })
    const counts = countsOf(rows, () => 1)
    return { rows, counts, source: [['variant', variantId]], back: STOCK }
  }
  const bookingId = idOf('booking')
  if (bookingId) {
    const booked = await listBooked(db, bookingId)
    const [first] = booked
    const back = first ? { to: `/admin/deliveries/${first.deliveryId}`, label: 'Delivery' } : STOCK
    return { ...(await listCame(booked)), source: [['booking', bookingId]], back }
  }
  const returnId = idOf('return')
  if (returnId) {
    const restocked = await listRestocked(db, returnId)
    const [first] = restocked
    const back = first
      ? { to: returnPath(first.orderNumber, returnId), label: first.orderNumber }
      : STOCK
    return { ...(await listCame(restocked)), source: [['return', returnId]], back }
  }
  return { rows: [], counts: [], source: [], back: STOCK }
}

/** The paper that an address chooses for its labels, or else the shop's setting. */
export const readWay = (request: Request) =>
  readFilter(request, 'paper', LABEL_WAYS) ?? staffSettings().labelPaper
