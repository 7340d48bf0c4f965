/** The roles seen on profiles (docs/product.md, Roles), widest first. */
export const ROLES = ['super_admin', 'admin', 'cashier', 'customer'] as const
export type Role = (typeof ROLES)[number]

/** The roles to which somebody can be invited. */
export const STAFF_ROLES = ['super_admin', 'admin', 'cashier'] as const satisfies Role[]
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Whether one role may do more than another. */
export const isHigherRole = (role: Role, than: Role) => ROLES.indexOf(role) < ROLES.indexOf(than)

/** Whether a path leads to a screen of the staff. */
export const isStaffPath = (path: string) => /^\/(admin|pos)([/?#]|$)/i.test(path)

/** Dashboard and back office: admin or super_admin only (docs/product.md, Roles). */
export const mayRunShop = (role: Role) => role === 'admin' || role === 'super_admin'

/** Point of sale: admin, super_admin or cashier (docs/product.md, Roles). */
export const mayUseTill = (role: Role) => mayRunShop(role) || role === 'cashier'

/** The first screen of a staff member after sign-in. */
export const homeOf = (role: Role) => (mayRunShop(role) ? '/admin' : '/admin/pos')
