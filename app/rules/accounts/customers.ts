import type { Role } from './roles.ts'

/**
 * The initials shown in place of a missing picture: the first letters of the first two names, or U (docs/product.md,
 * Customers).
 */
export const initialsOf = (name: string | null) =>
  (name ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase() || 'U'

/** The name of a role, with a space for the underscore (docs/product.md, Roles). */
export const roleWords = (role: Role) => role.replaceAll('_', ' ')

/** The columns by which the list of accounts can be sorted. */
export type CustomerSort = 'joined' | 'name'
