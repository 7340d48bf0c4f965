/**
 * A picture's file name as read: the possible owners, the likeliest first, each with the rest that may say color and
 * place.
 */
export type PictureName = { candidates: { key: string; rest: string[] }[] }

const EXTENSION = /\.[a-z0-9]{1,5}$/i
const stemOf = (name: string) => name.replace(EXTENSION, '')

/** The name of a file without the folders of the zip. */
export const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Whether a path is a folder, or a file that operating systems add by themselves. */
export const isNoise = (path: string) =>
  path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path)

/**
 * Reads `SKU.jpg`, `SKU_2.jpg`, `handle_red.jpg` and `handle_red_1.jpg` (docs/product.md, Import). A SKU itself may
 * contain underscores, so that the longest candidate comes first.
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

const bare = (color: string) => color.toLowerCase().replace(/[^a-z0-9]/g, '')
const isNumber = (part: string) => /^\d{1,4}$/.test(part)

/**
 * The product color that the rest of a file name gives: null for none, undefined for a color that the product lacks.
 */
export function readColor(rest: readonly string[], colors: readonly string[]) {
  const [word, ...others] = rest.filter((part) => !isNumber(part))
  if (word === undefined) return null
  return others.length > 0 ? undefined : colors.find((color) => bare(color) === bare(word))
}

/** Sorts `a` before `a_2`, and `a_2` before `a_10`. */
export const byName = (a: string, b: string) =>
  stemOf(a).localeCompare(stemOf(b), 'en', { numeric: true, sensitivity: 'base' })
