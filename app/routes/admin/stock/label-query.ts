import { listBooked } from '../../../modules/purchasing/read-deliveries.ts'
import { listLabels } from '../../../modules/stock/list-labels.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { staffSettings } from '../../../rules/settings/settings.ts'
import { countLabels, LABEL_WAYS, type LabelRow } from '../../../rules/stock/labels.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readFilter } from '../../../web/lists/list-query.ts'

type LabelRequest = {
  rows: LabelRow[]
  counts: number[]
  source: [name: string, value: string][]
}

/**
 * Which labels an address asks for: `?product=…`, `?variant=…` or `?booking=…` of a delivery, and `n` for each of its rows, in their order. Of a
 * product that says no numbers, as many as are in stock.
 */
export async function readLabels(
  { db }: Pick<Shop, 'db'>,
  request: Request,
): Promise<LabelRequest> {
  const { searchParams } = new URL(request.url)
  const typed = searchParams.getAll('n')
  const countsOf = (rows: readonly LabelRow[], ready: (row: LabelRow) => number) =>
    countLabels(typed.length > 0 ? typed : rows.map((row) => String(ready(row))), rows.length)
  const productId = readId(searchParams.get('product'))
  if (productId) {
    const rows = await listLabels(db, { productId })
    return {
      rows,
      counts: countsOf(rows, ({ onHand }) => onHand),
      source: [['product', productId]],
    }
  }
  const variantId = readId(searchParams.get('variant'))
  if (variantId) {
    const rows = await listLabels(db, { variantIds: [variantId] })
    return { rows, counts: countsOf(rows, () => 1), source: [['variant', variantId]] }
  }
  const bookingId = readId(searchParams.get('booking'))
  if (bookingId) {
    const booked = await listBooked(db, bookingId)
    const units = new Map(booked.map(({ variantId, quantity }) => [variantId, quantity]))
    const rows = await listLabels(db, { variantIds: [...units.keys()] })
    const counts = countsOf(rows, ({ id }) => units.get(id) ?? 0)
    return { rows, counts, source: [['booking', bookingId]] }
  }
  return { rows: [], counts: [], source: [] }
}

/** Where an address has its labels printed; as it is set for the shop, where it does not say. */
export const readWay = (request: Request) =>
  readFilter(request, 'paper', LABEL_WAYS) ?? staffSettings().labelPaper
