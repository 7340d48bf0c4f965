import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { knowsMigration } from '../../app/db/migrate.server.ts'
import { VERSION } from '../../app/platform/version.server.ts'
import {
  type About,
  aboutSchema,
  FIRST,
  FORMAT,
  LAST,
  type Manifest,
  manifestSchema,
  SESSION_SECRET,
} from './archive.ts'
import { BadBackup, ByteReader, cutOff } from './byte-reader.ts'
import { decrypt, isEncrypted } from './encryption.ts'
import type { Loading } from './load-database.ts'
import { TarReader } from './tar.ts'

const unpack = promisify(gunzip)
const MOST_JSON = 64 * 1024 * 1024
/** The largest rendition of a picture or email: the shop writes no larger file. */
const MOST_FILE = 64 * 1024 * 1024
/** Each file is awaited until it is on the disk, or in the bucket. */
const FILES_AT_ONCE = 8

/** The destination of the parts of a backup. */
export type Target = {
  /** Refuses a backup that cannot go here, and opens the empty database for it. */
  open(about: About): Promise<Loading>
  putFile(name: string, bytes: Buffer): Promise<void>
  keepSessionSecret(secret: Buffer): Promise<void>
}

/** Restores a backup; if anything is wrong with it, nothing of its database remains. */
export async function restoreBackup(
  source: AsyncIterable<Buffer>,
  askPassphrase: () => Promise<string>,
  target: Target,
): Promise<{ about: About; manifest: Manifest }> {
  const bytes = new ByteReader(source)
  const plain = (await isEncrypted(bytes))
    ? new ByteReader(decrypt(bytes, await askPassphrase()))
    : bytes
  const archive = new TarReader(plain)
  const about = readAbout(
    await archive.peek().then((entry) => entry?.name),
    await archive.whole(MOST_JSON),
  )
  const loading = await target.open(about)
  try {
    const manifest = await restoreParts(archive, loading, target)
    await loading.commit(manifest)
    return { about, manifest }
  } finally {
    await loading.end()
  }
}

function readAbout(name: string | undefined, text: Buffer): About {
  if (name !== FIRST) throw new BadBackup('This is no backup of a shop.')
  const { format } = JSON.parse(text.toString()) as { format?: unknown }
  if (format !== FORMAT)
    throw new BadBackup(
      `This backup was made by a newer version of Zovala, and this is ${VERSION}: update first, then restore.`,
    )
  const about = aboutSchema.parse(JSON.parse(text.toString()))
  if (!knowsMigration(about.migration))
    throw new BadBackup(
      `This backup was made by Zovala ${about.version}, whose database has tables that this version (${VERSION}) does not know: update first, then restore.`,
    )
  return about
}

async function restoreParts(archive: TarReader, loading: Loading, target: Target) {
  const files = { count: 0, bytes: 0 }
  const writing = new Set<Promise<void>>()
  /** Checksums of the files whose list has not come yet. */
  const sums = new Map<string, string>()
  for (;;) {
    const entry = await archive.peek()
    if (!entry) throw cutOff()
    const [room = '', table = ''] = entry.name.split('/')
    if (entry.name === LAST) {
      const manifest = manifestSchema.parse(JSON.parse((await archive.whole(MOST_JSON)).toString()))
      // Reads to the end of the stream, where the encryption confirms that nothing was cut off.
      if ((await archive.peek()) !== null) throw new BadBackup('This backup goes on after its end.')
      if (
        sums.size > 0 ||
        manifest.files.count !== files.count ||
        manifest.files.bytes !== files.bytes
      )
        throw new BadBackup(
          'This backup has not the files that its list names. Nothing was restored.',
        )
      await Promise.all(writing)
      return manifest
    }
    if (room === 'database') await loading.load(table, textOf(archive, table))
    else if (room === 'checksums') checkSums(sums, (await archive.whole(MOST_JSON)).toString())
    else {
      const body = await archive.whole(MOST_FILE)
      sums.set(entry.name, createHash('sha256').update(body).digest('hex'))
      if (entry.name === SESSION_SECRET) await target.keepSessionSecret(body)
      else {
        if (writing.size >= FILES_AT_ONCE) await Promise.race(writing)
        const put = target.putFile(entry.name, body).finally(() => writing.delete(put))
        writing.add(put)
        files.count += 1
        files.bytes += body.length
      }
    }
  }
}

/** A table's text, joined from all its entries. */
async function* textOf(archive: TarReader, table: string) {
  for (;;) {
    const entry = await archive.peek()
    if (!entry?.name.startsWith(`database/${table}/`)) return
    yield await unpack(await archive.whole(MOST_FILE)).catch(() => {
      throw new BadBackup(`${entry.name} in this backup is damaged. Nothing was restored.`)
    })
  }
}

function checkSums(found: Map<string, string>, list: string) {
  for (const row of list.split('\n').filter(Boolean)) {
    const name = row.slice(66)
    if (found.get(name) !== row.slice(0, 64))
      throw new BadBackup(`${name} in this backup is damaged. Nothing was restored.`)
    found.delete(name)
  }
}
