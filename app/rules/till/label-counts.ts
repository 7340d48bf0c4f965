/** Which labels the back office asks a till for: how many of each variant, as the address of the till bears them. */
export type LabelCounts = ReadonlyMap<string, number>

/** The most variants that one address holds: it stands in a header, for which a proxy has 4 kB with all others. */
export const MOST_LABEL_VARIANTS = 80

const NAME = '#labels='
const ONE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-(\d{1,4})$/

/**
 * The till's address with labels to print. After its `#`: the till is opened without a network, by a document that is
 * the same for all, and no server needs to read them.
 */
export const addressOfLabels = (asked: LabelCounts) =>
  `/admin/pos${NAME}${[...asked].map(([id, count]) => `${id.replaceAll('-', '')}-${count}`).join('.')}`

/** What such an address asks for; what is none of it is left out. */
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

/** As many of these as a till prints at once, the first of them first. */
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

/** What is still to be printed of them. */
export const withoutLabels = (asked: LabelCounts, printed: LabelCounts): LabelCounts =>
  new Map(
    [...asked].flatMap(([id, count]) => {
      const left = count - (printed.get(id) ?? 0)
      return left > 0 ? [[id, left] as const] : []
    }),
  )
