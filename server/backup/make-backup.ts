import { type Manifest, rowsOf } from './archive.ts'
import type { BackupPlace } from './places.ts'
import { type Source, writeBackup } from './write-backup.ts'

export type MadeBackup = { name: string; size: number; manifest: Manifest }

/** Which shop's backups a folder holds: `zovala-shop.example-20261123T013000Z.tar`. */
export const stemOf = (baseUrl: string) =>
  `zovala-${new URL(baseUrl).host.replaceAll(/[^\w.-]/g, '-')}`

const stampOf = (now: Date) => now.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Makes one backup in a place, whole or not at all. */
export async function makeBackup(
  source: Source,
  place: BackupPlace,
  passphrase: string | null,
  now: Date,
): Promise<MadeBackup> {
  const ending = passphrase === null ? 'tar' : 'tar.enc'
  const name = `${stemOf(source.config.baseUrl)}-${stampOf(now)}.${ending}`
  let manifest: Manifest | null = null
  const size = await place.write(
    name,
    writeBackup(source, passphrase, (told) => (manifest = told)),
  )
  if (!manifest) throw new Error('the backup ended without its manifest')
  return { name, size, manifest }
}

export const describeContent = (manifest: Manifest) =>
  `${manifest.tables.length} tables with ${rowsOf(manifest).toLocaleString('en')} rows, ${manifest.files.count.toLocaleString('en')} files`
