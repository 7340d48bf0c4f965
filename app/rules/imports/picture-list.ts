/** The file in a zip of pictures that says whose they are; the shop's own export has one (docs/product.md, Import). */
export const PICTURE_LIST = 'pictures.csv'
export const PICTURE_COLUMNS = ['File', 'Handle', 'Color', 'Words', 'Source', 'Hash'] as const
export type PictureColumn = (typeof PICTURE_COLUMNS)[number]
/**
 * What a list says of a file: its product, the color that it shows and its words; `Source` is the hash of what was once
 * sent, `Hash` that of the file itself: one that was edited since does not come from there any more.
 */
export type ListedPicture = Record<PictureColumn, string>

const NEEDED: readonly PictureColumn[] = ['File', 'Handle']

/** What a list says, by the names of the files; null for a table that is no such list. */
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

/** The name of a picture's file in an export: read without its list, it says the same of product, order and color. */
export const pictureFileName = (handle: string, place: number, color: string) =>
  `${[handle, place, color].filter((part) => part !== '').join('_')}.jpg`

const HASH = /^[0-9a-f]{64}$/
/** What a list says of where a file with this hash comes from; '' for what is no hash, or was said of other bytes. */
export const readSource = (
  { Source: source, Hash: listed }: Partial<Pick<ListedPicture, 'Source' | 'Hash'>>,
  hash: string,
) => (source && HASH.test(source) && (!listed || listed === hash) ? source : '')
