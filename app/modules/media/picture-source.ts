import { columnsOf } from '../../db/columns-of.server.ts'
import { pictures } from '../../db/tables.server.ts'
import type { Storage } from '../../platform/storage/storage.server.ts'
import type { PictureSource } from '../../rules/media/pictures.ts'

/** The columns of a joined `pictures` row that `toPictureSource` needs. */
export const PICTURE_COLUMNS = columnsOf(
  pictures,
  'path',
  'width',
  'height',
  'tint',
  'widths',
  'hasAvif',
)

/** A `pictures` row from a left join. */
export type PictureRow = {
  path: string
  width: number
  height: number
  tint: string
  widths: number[]
  hasAvif: boolean
}

/** A stored picture for screens, with its address for browsers; null stays null. */
export function toPictureSource(storage: Storage, row: PictureRow | null): PictureSource | null {
  if (!row) return null
  const { path, width, height, tint, widths, hasAvif } = row
  return { src: storage.url(path), width, height, tint, widths, hasAvif }
}
