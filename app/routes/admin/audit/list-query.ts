import type { AuditFilter } from '../../../modules/audit/list-audit.ts'
import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '../../../rules/audit/audit.ts'
import { readDay, readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** Reads the query of the activity log: `?search=…&about=order&action=…&person=…&from=…&to=…`. */
export function readActivityAddress(request: Request): AuditFilter & { after: string | null } {
  const { search, after } = readListAddress(request, ['-when'])
  const person = new URL(request.url).searchParams.get('person')?.replaceAll('\0', '').trim()
  return {
    search,
    entity: readFilter(request, 'about', AUDIT_ENTITIES),
    action: readFilter(request, 'action', AUDIT_ACTIONS),
    email: person ? person.slice(0, LONGEST_EMAIL) : null,
    from: readDay(request, 'from'),
    to: readDay(request, 'to'),
    after,
  }
}
