/** What the name of a picture file says: whose it may be, the surest first, and which color and place it shows. */
export type PictureName = { candidates: { key: string; rest: string[] }[] }

const EXTENSION = /\.[a-z0-9]{1,5}$/i
const stemOf = (name: string) => name.replace(EXTENSION, '')

/** Of the folders in a zip, the file's own name. */
export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Folders, and what computers put beside pictures by themselves. */
export const isNoise = (path: string) =>
  path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path)

/**
 * Reads `SKU.jpg`, `SKU_2.jpg`, `handle_red.jpg` and `handle_red_1.jpg` (docs/product.md, Import). A SKU may hold an
 * underscore itself: the longest beginning comes first.
 */
export function readPictureName(path: string): PictureName {
  const parts = stemOf(fileNameOf(path)).trim().toLowerCase().split('_')
  const least = Math.max(1, parts.length - 2)
  return {
    candidates: Array.from({ length: parts.length - least + 1 }, (_, at) => ({
      key: parts.slice(0, parts.length - at).join('_'),
      rest: parts.slice(parts.length - at).filter((part) => part !== ''),
    })),
  }
}

const bare = (color: string) => color.toLowerCase().replace(/[^a-z0-9]+/g, '')
const isNumber = (part: string) => /^\d{1,4}$/.test(part)

/** Which of a product's colors the rest of a name tells: null for none, undefined for one that it does not come in. */
export function readColor(rest: readonly string[], colors: readonly string[]) {
  const words = rest.filter((part) => !isNumber(part))
  if (words.length === 0) return null
  return words.length > 1 ? undefined : colors.find((color) => bare(color) === bare(words[0] ?? ''))
}

/** `a` comes before `a_2`, and that before `a_10`. */
export const byName = (a: string, b: string) =>
  stemOf(a).localeCompare(stemOf(b), 'en', { numeric: true, sensitivity: 'base' })
