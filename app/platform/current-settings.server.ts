import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultGroups } from '../rules/settings/default-settings.ts'
import { readSnapshotWith, type Snapshot } from '../rules/settings/settings.ts'
import { snapshotOf } from '../rules/settings/snapshot-of.ts'

// Loaded by the sources of the server alone: the built pages have a copy of what they import, and two would be two
// shops. The one of the process, whoever reads it: what the files say until the table was read (settings.server.ts).
let latest = snapshotOf('', defaultGroups())
const ofRequest = new AsyncLocalStorage<Snapshot>()
readSnapshotWith(() => ofRequest.getStore() ?? latest)

/** The newest settings that this process knows of; until it has read any, those of the shop's files. */
export const latestSettings = () => latest

/** Takes settings as the newest: requests that begin from now on work with them. */
export const setLatestSettings = (next: Snapshot) => {
  latest = next
}

/** A request works with one state from its beginning to its answer, whatever is saved meanwhile. */
export const withSettings = <T>(work: () => T): T => ofRequest.run(latest, work)
