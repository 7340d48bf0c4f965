import { mayRunShop, mayUseTill, type Role } from '../../rules/accounts/roles.ts'
import type { StaffLink } from './shell-data.ts'

/**
 * The links for a role in the shop's header: the back office or the till. They load whole documents, because the
 * staff's screens have a style sheet of their own (app/ui/admin/staff.css).
 */
export function staffLinks(role: Role): StaffLink[] {
  if (mayRunShop(role)) return [{ to: '/admin', label: 'Admin', reloadDocument: true }]
  return mayUseTill(role) ? [{ to: '/pos', label: 'Till', reloadDocument: true }] : []
}
