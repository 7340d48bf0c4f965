import type { PeopleSort } from '../rules/people.ts'
import { ROLES } from '../rules/roles.ts'
import { readFilter, readListAddress } from './staff-list.ts'

/** How the list of people and its file are asked for: `?search=…&role=cashier&sort=name`. */
export const readPeopleAddress = (request: Request) => ({
  ...readListAddress<PeopleSort>(request, ['-joined', 'name']),
  role: readFilter(request, 'role', ROLES),
})
