import type { Role } from './roles.ts'

/**
 * Stands for somebody without a picture: the first letters of the first two names, or U (docs/product.md, Customers).
 */
export const initialsOf = (name: string | null) =>
  (name ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase() || 'U'

/** A role as it is read: the underscore is a space (docs/product.md, Roles). */
export const roleWords = (role: Role) => role.replaceAll('_', ' ')

/** What the list of people can be sorted by. */
export type CustomerSort = 'joined' | 'name'

/** Of a name, in characters; the database keeps to it (users_name_length). */
export const LONGEST_NAME = 200
