import type { Shop } from '../../../platform/shop.server.ts'
import {
  EncryptedZip,
  listZip,
  readZip,
  type ZipEntry,
} from '../../../platform/storage/zip.server.ts'
import {
  MOST_IMPORT_BYTES,
  MOST_UNZIPPED_BYTES,
  MOST_ZIPPED,
} from '../../../rules/imports/imports.ts'
import {
  type ListedPicture,
  PICTURE_LIST,
  readPictureList,
} from '../../../rules/imports/picture-list.ts'
import { byName, fileNameOf, isNoise } from '../../../rules/imports/picture-names.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { readCsv } from '../read-csv.ts'
import { addImport, type NewImport } from '../start-import.ts'
import { tooLarge } from '../too-large.ts'
import { withNewZip } from './zip-files.ts'

const LONGEST_LABEL = 100
/** The cell that says where in the zip a file lies. */
export const PLACE = 'Place'

type Started =
  | { ok: true; id: string }
  | Refusal<
      'import-no-zip' | 'import-zip-large' | 'import-zip-bad' | 'import-zip-locked' | 'import-cut'
    >
  | Exclude<Awaited<ReturnType<typeof readCsv>>, { ok: true }>

/** Whether a zip may be unpacked at all, and the pictures in it, in the order of their names. */
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
  const list = await readListed(path, all)
  if (list && !list.ok) return list
  const entries = all
    .filter((entry) => !isNoise(entry.name) && entry !== list?.entry)
    .toSorted((a, b) => byName(a.name, b.name))
  return entries.length > 0
    ? ({ ok: true, entries, listed: list?.pictures ?? new Map<string, ListedPicture>() } as const)
    : ({ ok: false, reason: 'import-no-zip' } as const)
}

/** The list of a zip that has one, as the shop's own export does; null without one. */
async function readListed(path: string, all: readonly ZipEntry[]) {
  const entry = all.find(({ name }) => name.toLowerCase() === PICTURE_LIST)
  if (!entry) return null
  for await (const { bytes } of readZip(path, new Set([entry.at]), MOST_IMPORT_BYTES)) {
    if (!bytes) return tooLarge
    const csv = await readCsv(bytes)
    if (!csv.ok) return csv
    const pictures = readPictureList(csv.headings, csv.rows)
    return pictures && ({ ok: true, entry, pictures } as const)
  }
  return null
}

/**
 * Takes a zip of pictures, which `receive` writes to the path that it is given, and has them compared with the products
 * (the `check-import` job); nothing of the shop changes yet. Refuses what is no zip, locked by a password, or unpacks to
 * more than it may.
 */
export const startPictures = (
  shop: Pick<Shop, 'db' | 'jobs' | 'config'>,
  receive: (
    path: string,
  ) => Promise<{ ok: true; actor: Actor; name: string } | Exclude<Started, { ok: true }>>,
): Promise<Started> =>
  withNewZip(shop, async (path, keep): Promise<Started> => {
    const received = await receive(path)
    if (!received.ok) return received
    const list = await readList(path)
    if (!list.ok) return list
    // Numbered by their names, as rows below a heading are: in this order they are attached.
    const entries = list.entries.map(({ at, name }, index) => ({
      label: fileNameOf(name).slice(-LONGEST_LABEL),
      cells: [
        { row: index + 2, cells: { ...list.listed.get(name), File: name, [PLACE]: String(at) } },
      ],
      faults: [],
    }))
    const file = {
      kind: 'pictures',
      fileName: received.name,
      addsCategories: false,
      rows: entries.length,
      unread: [],
    } satisfies NewImport
    return addImport(shop, received.actor, file, entries, keep)
  })
