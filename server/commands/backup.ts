import { join, resolve } from 'node:path'
import { openStorage } from '../../app/platform/storage/open-storage.server.ts'
import { describeContent, makeBackup } from '../backup/make-backup.ts'
import { openPlace } from '../backup/open-place.ts'
import { endPlainly, withDatabase } from './command.ts'
import { askPassphrase } from './passphrase.ts'

const USAGE = `A backup of the shop, while it sells:
  npm run backup -- [--encrypt] [FOLDER]     (without one: BACKUP_TO, or DATA_DIR/backups)
FOLDER may also be s3://bucket/prefix.`

/** `npm run backup`; returns the exit code. */
export async function run(words: string[]): Promise<number> {
  const isEncrypted = words.includes('--encrypt')
  const [folder, ...more] = words.filter((word) => word !== '--encrypt')
  if (more.length > 0 || folder?.startsWith('-') || folder === 'help') {
    console.error(USAGE)
    return folder === 'help' ? 0 : 1
  }
  return endPlainly(() =>
    withDatabase(async (config, databaseUrl) => {
      const given = config.backupPassphrase
      const passphrase = isEncrypted || given ? await askPassphrase(given, true) : null
      const usual = config.backups?.to ?? join(config.dataDir, 'backups')
      const place = openPlace(config, folder ? fromCaller(folder) : usual)
      const started = Date.now()
      const source = { config, databaseUrl, storage: openStorage(config) }
      const { name, size, manifest } = await makeBackup(source, place, {
        passphrase,
        now: () => new Date(),
        isScheduled: false,
      })
      if (manifest.missing.length > 0)
        console.error(
          `${manifest.missing.length} files of pictures are missing in the shop itself, the first: ${manifest.missing[0]}`,
        )
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.error(`${describeContent(manifest)}: ${inMegabytes(size)} in ${seconds} s`)
      console.log(`${place.name}/${name}`)
    }),
  )
}

/** npm runs its scripts in the project's folder; a path is relative to the folder in which the command was called. */
export const fromCaller = (path: string) =>
  path.startsWith('s3://') ? path : resolve(process.env['INIT_CWD'] ?? '.', path)

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
