import { columnsOf } from '../../db/columns-of.server.ts'
import { pictures } from '../../db/tables.server.ts'
import type { Storage } from '../../platform/storage/storage.server.ts'
import type { PictureSource } from '../../rules/media/pictures.ts'

/** What `toPictureSource` needs of a joined `pictures` row. */
export const PICTURE_COLUMNS = columnsOf(
  pictures,
  'path',
  'width',
  'height',
  'tint',
  'widths',
  'hasAvif',
)

/** A `pictures` row as a left join gives it. */
export type PictureRow = {
  path: string
  width: number
  height: number
  tint: string
  widths: number[]
  hasAvif: boolean
}

/** A stored picture as screens need it, with its address for browsers; null stays null. */
export function toPictureSource(storage: Storage, row: PictureRow | null): PictureSource | null {
  if (!row) return null
  const { path, width, height, tint, widths, hasAvif } = row
  return { src: storage.url(path), width, height, tint, widths, hasAvif }
}
