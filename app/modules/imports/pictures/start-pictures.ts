import type { Shop } from '../../../platform/shop.server.ts'
import {
  EncryptedZip,
  listZip,
  readZip,
  type ZipEntry,
} from '../../../platform/storage/zip.server.ts'
import type { NewEntry } from '../../../rules/imports/group-rows.ts'
import { MOST_LIST, MOST_UNZIPPED_BYTES, MOST_ZIPPED } from '../../../rules/imports/imports.ts'
import {
  type ListedPicture,
  PICTURE_LIST,
  readPictureList,
} from '../../../rules/imports/picture-list.ts'
import { byName, fileNameOf, isNoise } from '../../../rules/imports/picture-names.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { type CsvRow, readCsv } from '../read-csv.ts'
import { addImport, type NewImport } from '../start-import.ts'
import { tooLarge } from '../too-large.ts'
import { withNewFile } from './zip-files.ts'

const LONGEST_LABEL = 100
/** The cell with a file's place in the zip; a file that is missing from the zip has none. */
export const PLACE = 'Place'
type Started =
  | { ok: true; id: string }
  | Refusal<
      'import-no-zip' | 'import-zip-large' | 'import-zip-bad' | 'import-zip-locked' | 'import-cut'
    >
  | Exclude<Awaited<ReturnType<typeof readCsv>>, { ok: true }>

/**
 * Checks whether a zip may be unpacked, and lists its pictures by name. The list includes, without a place, files that
 * the zip's list names but the zip lacks, and lists that are broken.
 */
async function readList(path: string) {
  let all: ZipEntry[]
  try {
    all = await listZip(path, MOST_ZIPPED)
  } catch (error) {
    const reason = error instanceof EncryptedZip ? 'import-zip-locked' : 'import-zip-bad'
    return { ok: false, reason } as const
  }
  const unpacked = all.reduce((sum, { bytes }) => sum + bytes, 0)
  if (all.length > MOST_ZIPPED || unpacked > MOST_UNZIPPED_BYTES)
    return { ok: false, reason: 'import-zip-large' } as const
  const files = all.filter(({ name }) => !isNoise(name))
  const list = await readListed(path, files)
  if (!list.ok) return list
  const sent = files.filter(({ at }) => !list.lists.has(at) && !list.broken.has(at))
  const found = new Set(sent.map(({ name }) => list.find(name)))
  const missing = list.listed.filter(({ picture }) => !found.has(picture)).slice(0, MOST_LIST.rows)
  const without = (fault: 'file-missing' | 'file-broken', of: readonly { name: string }[]) =>
    of.map(({ name }) => ({ name, at: null, fault }))
  const entries = [
    ...sent.map((one) => ({ ...one, fault: null })),
    ...without('file-missing', missing),
    ...without(
      'file-broken',
      files.filter(({ at }) => list.broken.has(at)),
    ),
  ].toSorted((a, b) => byName(a.name, b.name))
  return entries.length > 0
    ? ({ ok: true, entries, find: list.find } as const)
    : ({ ok: false, reason: 'import-no-zip' } as const)
}

/**
 * Reads the picture lists of a zip, as the shop's own export has one, in any folder: a zip that was unpacked and packed
 * again has a folder around everything, and a zip of two exports has two lists. `lists`: the places of the lists.
 * `find`: the row for a file from the list beside it, or from the only list that names it. `listed`: all files that the
 * lists name. `broken`: the places of lists that cannot be read.
 */
async function readListed(path: string, files: readonly ZipEntry[]) {
  const [lists, broken] = [new Set<number>(), new Set<number>()]
  const beside = new Map<string, ListedPicture>()
  const anywhere = new Map<string, ListedPicture | null>()
  const all: { name: string; picture: ListedPicture }[] = []
  const named = files.filter(({ name }) => fileNameOf(name).toLowerCase() === PICTURE_LIST)
  if (named.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_LIST.bytes) return tooLarge(MOST_LIST)
  const places = new Map(named.map(({ at, name }) => [at, folderOf(name)]))
  const read = readZip(path, new Set(places.keys()), MOST_LIST.bytes)
  for await (const { at, bytes, reason } of read) {
    if (reason === 'too-large') return tooLarge(MOST_LIST)
    if (!bytes) broken.add(at)
    if (!bytes) continue
    const rows: CsvRow[] = []
    const csv = await readCsv([bytes], MOST_LIST, (row) => void rows.push(row))
    if (!csv.ok) return csv
    const listed = readPictureList(csv.headings, rows)
    if (!listed) continue
    lists.add(at)
    for (const [name, picture] of listed) {
      if (name === '') continue
      all.push({ name: `${places.get(at)}${name}`, picture })
      beside.set(`${places.get(at)}${name}`, picture)
      anywhere.set(name, anywhere.has(name) ? null : picture)
    }
  }
  const find = (name: string) => beside.get(name) ?? anywhere.get(fileNameOf(name)) ?? undefined
  return { ok: true, lists, broken, find, listed: all } as const
}

const folderOf = (name: string) => name.slice(0, name.length - fileNameOf(name).length)

/**
 * Accepts a zip of pictures, which `receive` writes to the given path, and starts comparing it with the products (the
 * `check-import` job); changes nothing in the shop yet. Refuses a file that is no zip, that is locked by a password, or
 * that unpacks to more than is allowed.
 */
export const startPictures = (
  shop: Pick<Shop, 'db' | 'jobs' | 'config'>,
  receive: (
    path: string,
  ) => Promise<{ ok: true; actor: Actor; name: string } | Exclude<Started, { ok: true }>>,
): Promise<Started> =>
  withNewFile(shop, async (path, keep): Promise<Started> => {
    const received = await receive(path)
    if (!received.ok) return received
    const list = await readList(path)
    if (!list.ok) return list
    // Numbered by name like rows below a heading; pictures are attached in this order.
    const entries: NewEntry[] = list.entries.map(({ at, name, fault }, index) => ({
      first: index + 2,
      label: fileNameOf(name).slice(-LONGEST_LABEL),
      cells: [
        {
          row: index + 2,
          cells: {
            ...list.find(name),
            File: name,
            ...(at === null ? {} : { [PLACE]: String(at) }),
          },
        },
      ],
      faults: fault ? [{ row: index + 2, column: 'File', code: fault }] : [],
    }))
    const file = {
      kind: 'pictures',
      fileName: received.name,
      addsCategories: false,
      rows: entries.length,
      unread: [],
    } satisfies NewImport
    return addImport(shop, received.actor, file, async (save, id) => {
      await save({ entries, more: [] })
      await keep(id)
    })
  })
