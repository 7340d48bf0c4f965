import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import {
  BANNER_WIDTHS,
  type ChosenPicture,
  masterOf,
  type PictureFolder,
  PRODUCT_WIDTHS,
  renditionOf,
  renditionsOf,
} from '../../rules/media/pictures.ts'
import { MOST_PICTURE_BYTES, MOST_PIXELS } from '../../rules/media/uploads.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { openQueue } from '../../rules/one-by-one.ts'
import { hashOf } from './hash-of.ts'
import { renderRenditions } from './render-renditions.ts'

const LONGEST_REMOVAL_MS = 5000

const WIDTHS = {
  products: PRODUCT_WIDTHS,
  categories: PRODUCT_WIDTHS,
  reviews: PRODUCT_WIDTHS,
  returns: PRODUCT_WIDTHS,
  banners: BANNER_WIDTHS,
}
// One picture at a time: a decoded picture of 50 megapixels takes some 150 MB.
const inQueue = openQueue()
// Loaded with the first picture, because most processes never handle one.
const loadSharp = async () => (await import('sharp')).default
const CONTENT_TYPES = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' }

/**
 * Detects accepted kinds by the first bytes, because a file name or a browser's claim proves nothing. SVG is refused
 * because it can carry scripts.
 */
function sniffKind(bytes: Buffer) {
  const at = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp'
  if (at(4, 8) === 'ftyp' && /avi[fs]/.test(at(8, 40))) return 'heif'
  return /^GIF8[79]a$/.test(at(0, 6)) ? 'gif' : null
}

/** The format of iPhone photos. An iPhone's browser sends JPEG instead, and other browsers convert (ui/kit/heic). */
const isHeic = (bytes: Buffer) =>
  /^ftyp(hei[cxms]|hev[cm]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12)) &&
  sniffKind(bytes) === null

type Logging = Pick<Shop, 'log'>

async function readPicture({ log }: Logging, bytes: Buffer) {
  const kind = sniffKind(bytes)
  if (!kind) return null
  const sharp = await loadSharp()
  const read = await sharp(bytes, { limitInputPixels: false }).metadata().catch(noteUnreadable(log))
  return read?.format === kind ? read : null
}

/** A damaged file and a fault of the shop look alike here: only the log tells which it was. */
const noteUnreadable = (log: Shop['log']) => (error: unknown) => {
  log.warn({ error }, 'picture not read')
  return null
}

/** The media type of a stored picture, by the end of its path; undefined for other files. */
export const contentTypeOf = (path: string) =>
  CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1) as keyof typeof CONTENT_TYPES]

/** The files of a picture in storage. */
export const filesOf = (path: string, widths: readonly number[]) => [
  path,
  masterOf(path),
  ...renditionsOf(path, widths),
  ...widths.map((width) => renditionOf(path, width, 'avif')),
]

/** A path that nobody can guess, in this folder or beside this path. */
export const newPath = (beside: string) =>
  `${beside.split('/')[0]}/${randomBytes(12).toString('hex')}.jpg`

type StoredPicture = { ok: true; pictureId: string; path: string; picture: ChosenPicture }
type PictureRefusal = Refusal<
  'picture-too-large' | 'picture-heic' | 'picture-unreadable' | 'picture-too-many-pixels'
>

/** Why a file is refused as a picture, as far as its first bytes show; null when it is accepted. */
export async function checkPicture(
  shop: Logging,
  bytes: Buffer,
): Promise<PictureRefusal['reason'] | null> {
  if (bytes.length > MOST_PICTURE_BYTES) return 'picture-too-large'
  if (isHeic(bytes)) return 'picture-heic'
  const size = await readPicture(shop, bytes)
  if (!size) return 'picture-unreadable'
  return size.width * size.height > MOST_PIXELS ? 'picture-too-many-pixels' : null
}

/**
 * Stores an uploaded picture: JPEG, PNG, WebP, AVIF or GIF, at most 15 MB and 50 megapixels, turned upright, without
 * its metadata. Makes JPEG and WebP at once, and AVIF, which takes seconds, in a job. Throws when storage or the
 * database fails, and leaves no file behind. `source`: identifies the picture where its bytes do not.
 */
export async function storePicture(
  { db, storage, jobs, log }: Pick<Shop, 'db' | 'storage' | 'jobs' | 'log'>,
  bytes: Buffer,
  folder: PictureFolder,
  source: string | null = null,
): Promise<StoredPicture | PictureRefusal> {
  const wrong = await checkPicture({ log }, bytes)
  if (wrong) return { ok: false, reason: wrong }

  const sharp = await loadSharp()
  const made = await inQueue(() => render(sharp, bytes, WIDTHS[folder])).catch(noteUnreadable(log))
  if (!made) return { ok: false, reason: 'picture-unreadable' }
  const { files, facts } = made
  const path = newPath(folder)
  const base = path.replace(/\.jpg$/, '')
  try {
    // The row comes last: a picture that has a row exists in every width.
    for (const { suffix, bytes: file } of files)
      await storage.put(base + suffix, file, contentTypeOf(base + suffix))
    const id = await db.transaction(async (db) => {
      const [row] = await db
        .insert(pictures)
        .values({
          path,
          ...facts,
          sourceHash: folder === 'products' ? (source ?? hashOf(bytes)) : null,
        })
        .returning({ id: pictures.id })
      if (!row) throw new Error('the picture was not written')
      await jobs.enqueue(db, 'render-avif', { pictureId: row.id })
      return row.id
    })
    const picture = { id, src: storage.url(path), ...facts, hasAvif: false }
    return { ok: true, pictureId: id, path, picture }
  } catch (error) {
    const removal = filesOf(path, facts.widths).map((file) => storage.remove(file))
    // All at once and with a limit: a storage that does not answer is silent here too, and removing one file after the
    // other took six minutes.
    await Promise.race([
      Promise.allSettled(removal),
      wait(LONGEST_REMOVAL_MS, undefined, { ref: false }),
    ])
    throw error
  }
}

/** Stores the photos of a form one after the other, up to the first that is refused. */
export async function storePictures(
  shop: Parameters<typeof storePicture>[0],
  photos: readonly File[],
  folder: PictureFolder,
): Promise<{ ok: true; pictureIds: string[] } | PictureRefusal> {
  const pictureIds: string[] = []
  for (const photo of photos) {
    const stored = await storePicture(shop, Buffer.from(await photo.arrayBuffer()), folder)
    if (!stored.ok) return stored
    pictureIds.push(stored.pictureId)
  }
  return { ok: true, pictureIds }
}

/** Renders all files of a picture. It is decoded once and shrunk in the same step; the rest works on the small one. */
async function render(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  bytes: Buffer,
  widths: readonly number[],
) {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: Math.max(...widths), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = sharp(data, {
    raw: { width: info.width, height: info.height, channels: info.channels },
  })
  const renditions = await renderRenditions(small, widths, ['jpg', 'webp'])
  const master = await small.clone().webp({ quality: 92, effort: 2 }).toBuffer()
  const [r = 0, g = 0, b = 0] = await small.clone().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  const tint = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  const made = renditions.filter((one) => one.suffix.endsWith('.webp')).map((one) => one.width)
  return {
    files: [...renditions, { suffix: '-master.webp', bytes: master }],
    facts: { width: info.width, height: info.height, tint, widths: made },
  }
}
