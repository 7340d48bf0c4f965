import type { Config } from '../../app/platform/config.server.ts'
import { openStorage } from '../../app/platform/storage/open-storage.server.ts'
import { type About } from '../backup/archive.ts'
import { describeContent } from '../backup/make-backup.ts'
import { readPlace } from '../backup/open-place.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { intoEmptyPlace } from '../backup/restore-place.ts'
import { hashSecret } from '../backup/write-backup.ts'
import { fromCaller } from './backup.ts'
import { endPlainly, readShop } from './command.ts'
import { askPassphrase } from './passphrase.ts'

const USAGE = `A backup into the empty place that the settings name (DATA_DIR, or DATABASE_URL and DATA_DIR):
  npm run restore -- BACKUP     (a file, or s3://bucket/name)`

/** `npm run restore`; returns the exit code. */
export async function run([backup, ...more]: string[]): Promise<number> {
  if (!backup || backup.startsWith('-') || backup === 'help' || more.length > 0) {
    console.error(USAGE)
    return backup === 'help' ? 0 : 1
  }
  return endPlainly(async () => {
    const config = readShop()
    const source = await readPlace(config, fromCaller(backup))
    const { about, manifest } = await intoEmptyPlace(config, openStorage(config), (target) =>
      restoreBackup(source, () => askPassphrase(config.backupPassphrase, false), target),
    )
    console.log(
      `Restored as it was at ${about.startedAt}: ${describeContent(manifest)}, each compared with the backup. Start it with npm start.`,
    )
    warn(about, config)
  })
}

/** Warns about what a backup does not hold: the settings, of which it only knows the names. */
function warn({ settings, sessionSecret }: About, { given, sessionSecret: ours }: Config) {
  const lost = settings.filter((name) => !given.includes(name))
  if (lost.length > 0)
    console.error(`Settings that the shop had and that are not set here: ${lost.join(', ')}.`)
  const isOurs = given.includes('SESSION_SECRET') || settings.includes('SESSION_SECRET')
  if (isOurs && hashSecret(ours, sessionSecret.salt) !== sessionSecret.hash)
    console.error(
      'SESSION_SECRET is not the one that the shop had: with another one everybody signs in again. ' +
        "Set it to the former one before the start, if you have it; one that the shop made for itself is in the former DATA_DIR's session-secret, and in the backup (settings/session-secret).",
    )
}
