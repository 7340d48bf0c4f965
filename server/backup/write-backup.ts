import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from 'pg'
import type { Config } from '../../app/platform/config.server.ts'
import type { Storage } from '../../app/platform/storage/storage.server.ts'
import { VERSION } from '../../app/platform/version.server.ts'
import { settings } from '../../app/rules/settings/settings.ts'
import {
  type About,
  FIRST,
  FORMAT,
  LAST,
  type Manifest,
  SESSION_SECRET,
  type TableSum,
} from './archive.ts'
import { encrypt } from './encryption.ts'
import { listFiles } from './files.ts'
import { readSequences, type Snapshot, sumUp, type Table } from './tables.ts'
import { TAR_END, tarEntry } from './tar.ts'

const pack = promisify(gzip)
/** After this many files a list of their checksums follows, in the format of `sha256sum`. */
const FILES_A_LIST = 1000
const MOST_MISSING = 1000

export type Source = { config: Config; databaseUrl: string; storage: Storage }
type Files = Pick<Source, 'config' | 'storage'>

/** Yields the bytes of a backup while it makes them; `onManifest` receives its manifest at the end. */
export async function* writeBackup(
  source: Files,
  snapshot: Snapshot,
  passphrase: string | null,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  const plain = writePlain(source, snapshot, onManifest)
  yield* passphrase === null ? plain : encrypt(plain, passphrase)
}

async function* writePlain(
  { config, storage }: Files,
  { client, tables }: Snapshot,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Buffer> {
  yield* jsonEntry(FIRST, await describe(client, config, tables))
  const sums: TableSum[] = []
  for (const table of tables) sums.push(yield* tableEntries(client, table))
  const sequences = await readSequences(client)
  const { files, missing } = yield* fileEntries(client, config, storage)
  const finishedAt = new Date().toISOString()
  const manifest: Manifest = { finishedAt, tables: sums, sequences, files, missing }
  yield* jsonEntry(LAST, manifest)
  yield TAR_END
  onManifest(manifest)
}

function jsonEntry(name: string, value: About | Manifest) {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return tarEntry(name, text.length, [text])
}

async function describe(client: Client, config: Config, tables: Table[]): Promise<About> {
  const { rows } = await client.query<{ kind: About['kind']; migration: string; at: Date }>(
    `select (select value from shop_facts where key = 'kind') as kind, now() as at,
       (select max(created_at) from drizzle.__drizzle_migrations)::text as migration`,
  )
  const [{ kind, migration, at } = { kind: 'real' as const, migration: '0', at: new Date() }] = rows
  const salt = randomBytes(16).toString('hex')
  return {
    format: FORMAT,
    version: VERSION,
    shop: settings().name,
    baseUrl: config.baseUrl,
    kind,
    startedAt: at.toISOString(),
    migration: Number(migration),
    tables,
    settings: config.given,
    sessionSecret: { salt, hash: hashSecret(config.sessionSecret, salt) },
  }
}

/** Slow on purpose, so that nobody can guess a chosen secret from a backup. */
export const hashSecret = (secret: string, salt: string) =>
  scryptSync(secret, salt, 16, { N: 2 ** 15, r: 8, maxmem: 64 * 1024 * 1024 }).toString('hex')

/** A table as parts of a megabyte of text, each compressed by itself: joined they are one gzip file. */
async function* tableEntries(client: Client, table: Table): AsyncGenerator<Buffer, TableSum> {
  const blocks = sumUp(client, table)
  for (let n = 1; ; n += 1) {
    const { value, done } = await blocks.next()
    if (done) return value
    const packed = await pack(value)
    const name = `database/${table.name}/${String(n).padStart(6, '0')}.gz`
    yield* tarEntry(name, packed.length, [packed])
  }
}

async function* fileEntries(
  client: Client,
  config: Config,
  storage: Storage,
): AsyncGenerator<Buffer, Pick<Manifest, 'files' | 'missing'>> {
  const files = { count: 0, bytes: 0 }
  const missing: string[] = []
  let sums: string[] = []
  for await (const { name, isNeeded, open } of listFiles(client, config.dataDir, storage)) {
    const file = await open()
    if (!file) {
      if (isNeeded && missing.length < MOST_MISSING) missing.push(name)
      continue
    }
    const hash = createHash('sha256')
    yield* tarEntry(name, file.size, hashed(file.bytes, hash))
    files.count += 1
    files.bytes += file.size
    sums.push(`${hash.digest('hex')}  ${name}\n`)
    if (sums.length === FILES_A_LIST) yield* sumEntry(files.count, sums.splice(0))
  }
  const secret = await ownSessionSecret(config)
  if (secret) {
    yield* tarEntry(SESSION_SECRET, secret.length, [secret])
    sums.push(`${createHash('sha256').update(secret).digest('hex')}  ${SESSION_SECRET}\n`)
  }
  if (sums.length > 0) yield* sumEntry(files.count, sums)
  return { files, missing }
}

function sumEntry(count: number, sums: string[]) {
  const text = Buffer.from(sums.join(''))
  return tarEntry(`checksums/${String(count).padStart(9, '0')}.txt`, text.length, [text])
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const part of bytes) {
    hash.update(part)
    yield part
  }
}

/** The secret that the shop made for itself; a secret from the settings is the owner's to keep, and not in a backup. */
async function ownSessionSecret({ dataDir, sessionSecret }: Config) {
  const kept = await readFile(join(dataDir, 'session-secret')).catch(() => null)
  return kept?.toString().trim() === sessionSecret ? kept : null
}
