import type { PeopleSort } from '../../../rules/accounts/customers.ts'
import { ROLES } from '../../../rules/accounts/roles.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** How the list of people and its file are asked for: `?search=…&role=cashier&sort=name`. */
export const readPeopleAddress = (request: Request) => ({
  ...readListAddress<PeopleSort>(request, ['-joined', 'name']),
  role: readFilter(request, 'role', ROLES),
})
