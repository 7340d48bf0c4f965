import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
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
