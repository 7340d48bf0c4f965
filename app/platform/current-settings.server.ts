import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultGroups } from '../rules/settings/default-settings.ts'
import { readSnapshotWith, type Snapshot } from '../rules/settings/settings.ts'
import { snapshotOf } from '../rules/settings/snapshot-of.ts'

// Only server sources import this module: built pages bundle a copy of their imports, and two copies would hold two
// states. Holds the settings of the process: the files' values until the table is read (settings.server.ts).
let latest = snapshotOf('', defaultGroups())
const ofRequest = new AsyncLocalStorage<Snapshot>()
readSnapshotWith(() => ofRequest.getStore() ?? latest)

/** The newest settings that this process has read; before that, those of the shop's files. */
export const latestSettings = () => latest

/** Replaces the newest settings; requests that begin from now on use them. */
export const setLatestSettings = (next: Snapshot) => {
  latest = next
}

/** Runs a request with one state of the settings until its answer, whatever is saved meanwhile. */
export const withSettings = <T>(work: () => T): T => ofRequest.run(latest, work)
