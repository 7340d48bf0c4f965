import type { Config } from '../../app/platform/config.server.ts'
import { ShownError } from '../shown-error.ts'
import { openBucket, readBucket } from './bucket.ts'
import { stemOf } from './make-backup.ts'
import { type BackupPlace, openFolder, readFile } from './places.ts'

const isBucket = (place: string) => place.startsWith('s3://')

/** Opens a folder, or `s3://bucket/prefix` in the S3 server of the settings. */
export function openPlace(config: Config, place: string): BackupPlace {
  return isBucket(place)
    ? openBucket(place, settingsOf(config))
    : openFolder(place, stemOf(config.baseUrl))
}

/** The bytes of a backup in a file or at `s3://bucket/name`. */
export const readPlace = (config: Config, backup: string): Promise<AsyncIterable<Buffer>> =>
  isBucket(backup) ? readBucket(backup, settingsOf(config)) : readFile(backup)

function settingsOf({ backupS3 }: Config) {
  if (!backupS3)
    throw new ShownError(
      'A backup in a bucket needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
    )
  return backupS3
}
