import { CREDIT_SORTS, type CreditSort } from '../../../modules/credit/list-credits.ts'
import { CREDIT_KINDS, CREDIT_STATES } from '../../../rules/credit/credit.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** Reads the query of the codes: `?search=…&status=active&kind=voucher&sort=-balance&after=…`. */
export const readCreditQuery = (request: Request) => ({
  ...readListAddress<CreditSort>(request, CREDIT_SORTS),
  status: readFilter(request, 'status', CREDIT_STATES),
  kind: readFilter(request, 'kind', CREDIT_KINDS),
})
