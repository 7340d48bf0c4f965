import type { Config } from '../config.server.ts'
import type { Storage } from './storage.server.ts'
import { openFolderStorage } from './storage-folder.server.ts'
import { openS3Storage } from './storage-s3.server.ts'

/** Where the settings say that files live: a bucket, or the data folder. */
export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 ? openS3Storage(s3) : openFolderStorage(dataDir)
