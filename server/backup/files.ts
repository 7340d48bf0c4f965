import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Storage } from '../../app/platform/storage/storage.server.ts'
import { openFolderStorage } from '../../app/platform/storage/storage-folder.server.ts'
import { masterOf, renditionOf, renditionsOf } from '../../app/rules/media/pictures.ts'

type Opened = Awaited<ReturnType<Storage['read']>>
/** A file for the backup; one that is not needed may be missing. */
export type BackupFile = { name: string; isNeeded: boolean; open: () => Promise<Opened> }

const PICTURES_A_READ = 200

/** The files of all pictures that the snapshot knows, and the emails that were written into the data folder. */
export async function* listFiles(
  client: Client,
  dataDir: string,
  storage: Storage,
): AsyncGenerator<BackupFile> {
  await client.query(
    `declare stored cursor for select path, widths, has_avif as "hasAvif" from pictures order by path`,
  )
  for (;;) {
    const { rows } = await client.query<Picture>(`fetch ${PICTURES_A_READ} from stored`)
    if (rows.length === 0) break
    for (const { path, isNeeded } of rows.flatMap(filesOf))
      yield { name: `files/${path}`, isNeeded, open: () => storage.read(path) }
  }
  for await (const name of listOutbox(dataDir))
    yield { name, isNeeded: false, open: () => openFolderStorage(dataDir, '.').read(name) }
}

type Picture = { path: string; widths: number[]; hasAvif: boolean }

const filesOf = ({ path, widths, hasAvif }: Picture) => [
  { path, isNeeded: true },
  // The master is deleted once the AVIF renditions exist.
  { path: masterOf(path), isNeeded: false },
  ...renditionsOf(path, widths).map((file) => ({ path: file, isNeeded: true })),
  ...widths.map((width) => ({ path: renditionOf(path, width, 'avif'), isNeeded: hasAvif })),
]

async function* listOutbox(dataDir: string) {
  const folder = await opendir(join(dataDir, 'outbox')).catch(() => null)
  if (!folder) return
  for await (const { name } of folder) if (name.endsWith('.json')) yield `outbox/${name}`
}
