/** How many labels of each variant the back office asks a till to print; the till's address carries them. */
export type LabelCounts = ReadonlyMap<string, number>

/** The most variants in one address: it is sent in a header, and a proxy has 4 kB for all headers together. */
export const MOST_LABEL_VARIANTS = 80

const NAME = '#labels='
const ONE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-(\d{1,4})$/

/**
 * The till's address with labels to print. They come after its `#`, because the till opens without a network from a
 * document that is the same for all tills, and because no server needs to read them.
 */
export const addressOfLabels = (asked: LabelCounts) =>
  `/admin/pos${NAME}${[...asked].map(([id, count]) => `${id.replaceAll('-', '')}-${count}`).join('.')}`

/** The labels that such an address asks for; invalid parts are ignored. */
export function readLabelCounts(hash: string): LabelCounts {
  if (!hash.startsWith(NAME)) return new Map()
  const parts = hash.slice(NAME.length).split('.').slice(0, MOST_LABEL_VARIANTS)
  return new Map(
    parts.flatMap((part) => {
      const [, ...found] = ONE.exec(part) ?? []
      const count = Number(found.pop())
      return count > 0 ? [[found.join('-'), count] as const] : []
    }),
  )
}

/** As many of these labels as a till prints at once, starting with the first. */
export function cutLabels(asked: LabelCounts, most: number): LabelCounts {
  let left = most
  return new Map(
    [...asked].map(([id, count]) => {
      const now = Math.min(left, count)
      left -= now
      return [id, now]
    }),
  )
}

/** The labels that are still to be printed. */
export const withoutLabels = (asked: LabelCounts, printed: LabelCounts): LabelCounts =>
  new Map(
    [...asked].flatMap(([id, count]) => {
      const left = count - (printed.get(id) ?? 0)
      return left > 0 ? [[id, left] as const] : []
    }),
  )
