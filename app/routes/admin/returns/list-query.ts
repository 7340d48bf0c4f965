import { RETURN_SORTS, type ReturnSort } from '../../../modules/returns/list-all-returns.ts'
import { RETURN_FILTERS } from '../../../rules/returns/returns.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** Reads the query of the list of returns, for its screen and its file. */
export const readReturnQuery = (request: Request) => ({
  ...readListAddress<ReturnSort>(request, RETURN_SORTS),
  status: readFilter(request, 'status', RETURN_FILTERS),
})
