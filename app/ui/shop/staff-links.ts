import { mayRunShop, mayUseTill, type Role } from '../../rules/accounts/roles.ts'
import type { StaffLink } from './shell-data.ts'

/**
 * What a role finds in the header beside the shop: the back office, or the till. Whole documents: the
 * staff's screens have a style sheet of their own (app/ui/admin/staff.css).
 */
export function staffLinks(role: Role): StaffLink[] {
  if (mayRunShop(role)) return [{ to: '/admin', label: 'Admin', reloadDocument: true }]
  return mayUseTill(role) ? [{ to: '/pos', label: 'Till', reloadDocument: true }] : []
}
