import type { Shop } from '../../app/platform/shop.server.ts'
import { makeBackup } from './make-backup.ts'
import { openPlace } from './open-place.ts'
import type { BackupPlace } from './places.ts'
import { listScheduled, recordRemoval, wasMadeWithin } from './recorded.ts'
import { chooseRemoved } from './rotation.ts'

type BackupShop = Pick<Shop, 'config' | 'databaseUrl' | 'db' | 'storage' | 'now' | 'log'>

/** The form of a backup's name; a row with any other name never deletes a file. */
const OURS = /^zovala-[\w.-]+-\d{8}T\d{6}Z\.tar(\.enc)?$/

/**
 * Makes the day's backup (the job 'make-backup'), then deletes those that are too old. Safe to repeat: makes none when
 * one was made within the hour. Throws when it fails; the job is then retried.
 */
export async function makeScheduledBackup(shop: BackupShop) {
  const { config, db } = shop
  if (!config.backups || (await wasMadeWithin(db, 1, 'good'))) return
  const place = openPlace(config, config.backups.to)
  const made = await makeBackup(shop, place, {
    passphrase: config.backupPassphrase,
    now: shop.now,
    isScheduled: true,
  })
  shop.log.info(
    { backup: made.name, bytes: made.size, missing: made.manifest.missing.length },
    'backup made',
  )
  await removeOld(shop, place, config.backups)
}

async function removeOld(
  { db, log }: BackupShop,
  place: BackupPlace,
  { keepDays, keepWeeks }: { keepDays: number; keepWeeks: number },
) {
  const old = chooseRemoved(await listScheduled(db, place.name), {
    days: keepDays,
    weeks: keepWeeks,
  })
  for (const { id, name } of old) {
    if (!name || !OURS.test(name)) continue
    await place.remove(name)
    await recordRemoval(db, id)
    log.info({ backup: name }, 'old backup deleted')
  }
}

/**
 * A machine that was off at the time of the backup makes it at its next start; a failed backup is not retried at each
 * start.
 */
export async function enqueueMissedBackup({
  config,
  db,
  jobs,
}: Pick<Shop, 'config' | 'db' | 'jobs'>) {
  if (config.backups && !(await wasMadeWithin(db, 24, 'any')))
    await jobs.enqueue(db, 'make-backup', {})
}
