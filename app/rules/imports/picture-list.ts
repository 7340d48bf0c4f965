/**
 * The file in a zip of pictures that names their products; the shop's own export contains one (docs/product.md,
 * Import).
 */
export const PICTURE_LIST = 'pictures.csv'
export const PICTURE_COLUMNS = ['File', 'Handle', 'Color', 'Words', 'Source', 'Hash'] as const
export type PictureColumn = (typeof PICTURE_COLUMNS)[number]
/**
 * The row of a file in the list: its product, the color that it shows and its words. `Source` is the hash of the file
 * that was once uploaded, `Hash` that of the listed file: a file that was edited since then no longer comes from that
 * source.
 */
export type ListedPicture = Record<PictureColumn, string>

const NEEDED: readonly PictureColumn[] = ['File', 'Handle']

/** The rows of a list by file name; null for a table that is not such a list. */
export function readPictureList(
  headings: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): Map<string, ListedPicture> | null {
  const names = headings.map((heading) => heading.trim().toLowerCase())
  const placeOf = (column: PictureColumn) => names.indexOf(column.toLowerCase())
  if (NEEDED.some((column) => placeOf(column) < 0)) return null
  const listed = rows.map(
    ({ cells }) =>
      Object.fromEntries(
        PICTURE_COLUMNS.map((column) => [column, cells[placeOf(column)]?.trim() ?? '']),
      ) as ListedPicture,
  )
  return new Map(listed.map((one) => [one.File, one]))
}

/**
 * The file name of a picture in an export. Without the list, the name alone gives the same product, order and color.
 */
export const pictureFileName = (handle: string, place: number, color: string) =>
  `${[handle, place, color].filter((part) => part !== '').join('_')}.jpg`

const HASH = /^[0-9a-f]{64}$/
/**
 * The source hash that the list gives for a file with this hash; '' when it is no hash, or was listed for other bytes.
 */
export const readSource = (
  { Source: source, Hash: listed }: Partial<Pick<ListedPicture, 'Source' | 'Hash'>>,
  hash: string,
) => (source && HASH.test(source) && (!listed || listed === hash) ? source : '')
