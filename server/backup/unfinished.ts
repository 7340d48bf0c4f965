import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ShownError } from '../shown-error.ts'

export const markerOf = (dataDir: string) => join(dataDir, 'restore-unfinished')

export const isUnfinished = (dataDir: string) => existsSync(markerOf(dataDir))

export function markUnfinished(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(markerOf(dataDir), 'npm run restore has not finished here\n', { flush: true })
  return markerOf(dataDir)
}

/** Refuses to start a shop in the remains of an interrupted restore. */
export function refuseUnfinished(dataDir: string) {
  if (isUnfinished(dataDir))
    throw new ShownError(
      `A restore into ${dataDir} was cut off, so there is no whole shop here: call npm run restore again, with the same settings.`,
    )
}

/** The note is in the folder of the former database, so that moving that folder away also removes the note. */
export const movedNoteOf = (dataDir: string) => join(dataDir, 'postgres', 'moved-to')

/** Where `npm run move` has moved, or is moving, this folder's database; null when it was not moved. */
export const movedTo = (dataDir: string) =>
  existsSync(movedNoteOf(dataDir)) ? readFileSync(movedNoteOf(dataDir), 'utf8').trim() : null

export const noteMove = (dataDir: string, place: string) =>
  writeFileSync(movedNoteOf(dataDir), `${place}\n`, { flush: true })

/** Refuses to start on the former database of a move, because its sales would be missing in the new one. */
export function refuseMoved(dataDir: string) {
  const place = movedTo(dataDir)
  if (place !== null)
    throw new ShownError(
      `The database of this shop was moved from ${dataDir} to ${place}, and the settings lack DATABASE_URL: set it (npm run move writes it; call it again if it was cut off). ` +
        `To go back to the database as it was before the move, delete ${movedNoteOf(dataDir)}.`,
    )
}
