import type { CustomerSort } from '../../../rules/accounts/customers.ts'
import { ROLES } from '../../../rules/accounts/roles.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** Reads the query of the customer list and its file: `?search=…&role=cashier&sort=name`. */
export const readCustomersQuery = (request: Request) => ({
  ...readListAddress<CustomerSort>(request, ['-joined', 'name']),
  role: readFilter(request, 'role', ROLES),
})
