/** A category's place in one cell: `Dresses / Maxi`. A slash or backslash within a name has a backslash before it. */
export const categoryPath = (names: readonly string[]) => names.map(escape).join(' / ')

/** Reads the names of such a cell; a blank name stays, for the check to refuse it. */
export const readCategoryPath = (path: string) =>
  path.split(UNESCAPED_SLASH).map((name) => unescape(name).trim())

/** The key of a place: `Dresses / Maxi` and `dresses/maxi` have the same. */
export const categoryKey = (names: readonly string[]) =>
  names.map((name) => escape(name.trim().toLowerCase())).join('/')

/** The key of a path whose names have their slashes without backslashes, as people write it by hand. */
export const looseKey = (key: string) => unescape(key)

// The backslashes before it are pairs, each of which is one backslash of the name.
const UNESCAPED_SLASH = /(?<=(?<!\\)(?:\\\\)*)\//
const escape = (name: string) => name.replace(/[\\/]/g, '\\$&')
const unescape = (text: string) => text.replace(/\\([\\/])/g, '$1')
