import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'

const markerOf = (dataDir: string) => join(dataDir, 'restore-unfinished')

export const isUnfinished = (dataDir: string) => existsSync(markerOf(dataDir))

export function markUnfinished(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(markerOf(dataDir), 'npm run restore has not finished here\n', { flush: true })
  return markerOf(dataDir)
}

/** A restore that was cut off leaves no shop, and none must be started in what it left. */
export function refuseUnfinished(dataDir: string) {
  if (isUnfinished(dataDir))
    throw new Refusal(
      `A restore into ${dataDir} was cut off, so there is no whole shop here: call npm run restore again, with the same settings.`,
    )
}

/** Within the database that stays behind: who moves that folder away has the place free. */
export const movedNoteOf = (dataDir: string) => join(dataDir, 'postgres', 'moved-to')

/** Where this folder's database went by `npm run move`, or is just going; null: nowhere. */
export const movedTo = (dataDir: string) =>
  existsSync(movedNoteOf(dataDir)) ? readFileSync(movedNoteOf(dataDir), 'utf8').trim() : null

export const noteMove = (dataDir: string, place: string) =>
  writeFileSync(movedNoteOf(dataDir), `${place}\n`, { flush: true })

/** What is sold in the database that stayed behind would be in no other: nothing starts on it by mistake. */
export function refuseMoved(dataDir: string) {
  const place = movedTo(dataDir)
  if (place !== null)
    throw new Refusal(
      `The database of this shop was moved from ${dataDir} to ${place}, and the settings lack DATABASE_URL: set it (npm run move writes it; call it again if it was cut off). ` +
        `To go back to the database as it was before the move, delete ${movedNoteOf(dataDir)}.`,
    )
}
