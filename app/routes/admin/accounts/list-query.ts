import type { CustomerSort } from '../../../rules/accounts/customers.ts'
import { ROLES } from '../../../rules/accounts/roles.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** How the list of people and its file are asked for: `?search=…&role=cashier&sort=name`. */
export const readCustomersQuery = (request: Request) => ({
  ...readListAddress<CustomerSort>(request, ['-joined', 'name']),
  role: readFilter(request, 'role', ROLES),
})
