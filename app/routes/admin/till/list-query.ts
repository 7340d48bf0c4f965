import { SALE_SORTS, type SaleSort } from '../../../modules/till/sales/list-sales.ts'
import { SHIFT_SORTS, type ShiftSort } from '../../../modules/till/shifts/list-shifts.ts'
import { SHIFT_STATES } from '../../../rules/till/till-cash.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readDay, readFilter, readListAddress } from '../../../web/lists/list-query.ts'

const idIn = (request: Request, name: string) => readId(new URL(request.url).searchParams.get(name))

/** Reads the query of the list of shifts: `?till=<id>&status=open&from=2026-11-20&sort=-opened&after=…`. */
export function readShiftQuery(request: Request) {
  const { direction, after } = readListAddress<ShiftSort>(request, SHIFT_SORTS)
  return {
    till: idIn(request, 'till'),
    state: readFilter(request, 'status', SHIFT_STATES),
    from: readDay(request, 'from'),
    to: readDay(request, 'to'),
    direction,
    after,
  }
}

/** Reads the query of the till's sales: `?search=…&till=<id>&shift=<id>&sort=-total&after=…`. */
export const readSaleQuery = (request: Request) => ({
  ...readListAddress<SaleSort>(request, SALE_SORTS),
  till: idIn(request, 'till'),
  shift: idIn(request, 'shift'),
})
