import { roleWords } from '../../../rules/accounts/customers.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { Badge, type BadgeTone } from '../badge.tsx'

/** Red admin, purple super_admin, blue cashier, green customer, gray other (docs/product.md, Roles). */
const TONES: Partial<Record<string, BadgeTone>> = {
  admin: 'bad',
  super_admin: 'plum',
  cashier: 'sky',
  customer: 'good',
}

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={TONES[role] ?? 'plain'}>{roleWords(role)}</Badge>
)
