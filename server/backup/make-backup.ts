import { type Manifest, rowsOf } from './archive.ts'
import type { BackupPlace } from './places.ts'
import { recordBackup } from './recorded.ts'
import { openSnapshot, type Snapshot } from './tables.ts'
import { type Source, writeBackup } from './write-backup.ts'

export type MadeBackup = { name: string; size: number; manifest: Manifest }

/** The beginning of a backup's name: `zovala-shop.example`, of `zovala-shop.example-20261123T013000Z.tar`. */
export const stemOf = (baseUrl: string) =>
  `zovala-${new URL(baseUrl).host.replaceAll(/[^\w.-]/g, '-')}`

const stampOf = (now: Date) => now.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Makes one backup in a place, whole or not at all, and records the outcome. */
export async function makeBackup(
  source: Source,
  place: BackupPlace,
  options: { passphrase: string | null; now: () => Date; isScheduled: boolean },
): Promise<MadeBackup> {
  const { passphrase, now, isScheduled } = options
  const startedAt = now()
  const record = (outcome: { name: string; bytes: number } | { failure: string }) =>
    recordBackup(source.databaseUrl, {
      startedAt,
      finishedAt: now(),
      place: place.name,
      isScheduled,
      ...outcome,
    })
  const ending = passphrase === null ? 'tar' : 'tar.enc'
  const name = `${stemOf(source.config.baseUrl)}-${stampOf(startedAt)}.${ending}`
  let manifest: Manifest | null = null
  try {
    const size = await withSnapshot(source.databaseUrl, (snapshot) =>
      place.write(
        name,
        writeBackup(source, snapshot, passphrase, (written) => (manifest = written)),
      ),
    )
    if (!manifest) throw new Error('the backup ended without its manifest')
    await record({ name, bytes: size })
    return { name, size, manifest }
  } catch (error) {
    // A failure to record must not hide the reason of the failed backup.
    await record({ failure: codeOf(error) }).catch(() => {})
    throw error
  }
}

/** Keeps other backups of the shop out until this one has its name: each deletes the unfinished files of others. */
async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await openSnapshot(url)
  try {
    return await work(snapshot)
  } finally {
    await snapshot.client.end()
  }
}

function codeOf(error: unknown) {
  const { code, name, cause } = error as { code?: string; name?: string; cause?: { code?: string } }
  return cause?.code ?? code ?? name ?? 'failed'
}

export const describeContent = (manifest: Manifest) =>
  `${manifest.tables.length} tables with ${rowsOf(manifest).toLocaleString('en')} rows, ${manifest.files.count.toLocaleString('en')} files`
