import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { productImages, products, pictures as stored, variants } from '../../../db/tables.server.ts'
import { readZip } from '../../../platform/storage/zip.server.ts'
import { readColor, readPictureName } from '../../../rules/imports/picture-names.ts'
import type { CellChange } from '../../../rules/imports/product-rows.ts'
import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import type { ImportFault } from '../../../rules/messages/imports/imports.ts'
import { attachPicture } from '../../catalogue/pictures/attach-picture.ts'
import { checkPicture, storePicture } from '../../media/store-picture.ts'
import type { Checked, Entry, Kind } from '../kinds.ts'
import { PLACE } from './start-pictures.ts'
import { zipOf } from './zip-files.ts'

type PicturePlan = {
  productId: string
  color: string | null
  hash: string
  changes: CellChange[]
}
type Owner = {
  id: string
  name: string
  sku: string
  slug: string
  isArchived: boolean
  colors: string[]
}

const placeOf = ({ cells }: Entry) => Number(cells[0]?.cells[PLACE] ?? -1)
const pathOf = ({ cells }: Entry) => cells[0]?.cells['File'] ?? ''
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const faultOf = ({ row }: Entry, fault: FileFault): ImportFault =>
  ({ row, column: 'File', ...fault }) as ImportFault
type FileFault = { code: ImportFault['code']; product?: string; most?: number }

/** The products that the names begin with, by their SKUs and handles in small letters. */
async function findOwners(db: Db, entries: readonly Entry[]) {
  const keys = [
    ...new Set(
      entries.flatMap((entry) => readPictureName(pathOf(entry)).candidates.map(({ key }) => key)),
    ),
  ]
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      slug: products.slug,
      isArchived: sql<boolean>`${products.archivedAt} is not null`,
      colors: sql<string[]>`array(select distinct ${variants.color} from ${variants}
        where ${and(eq(variants.productId, products.id), isNull(variants.retiredAt), sql`${variants.color} is not null`)})`,
    })
    .from(products)
    .where(or(inArray(sql`lower(${products.sku})`, keys), inArray(products.slug, keys)))
  return new Map<string, Owner>([
    ...rows.map((row) => [row.slug, row] as const),
    ...rows.map((row) => [row.sku.toLowerCase(), row] as const),
  ])
}

/** Whose picture a file is and which color it shows, or what is wrong with its name. */
function readOwner(owners: ReadonlyMap<string, Owner>, entry: Entry) {
  for (const { key, rest } of readPictureName(pathOf(entry)).candidates) {
    const owner = owners.get(key)
    if (!owner) continue
    if (owner.isArchived) return { fault: { code: 'product-archived' } } as const
    const color = readColor(rest, owner.colors)
    if (color === undefined)
      return { fault: { code: 'picture-color-unknown', product: owner.name } } as const
    return { owner, color } as const
  }
  return { fault: { code: 'picture-of-nobody' } } as const
}

/** `<product> <hash>` of the pictures that these products have. */
async function listKnown(db: Db, ids: string[]) {
  const rows = await db
    .select({ productId: productImages.productId, hash: stored.sourceHash })
    .from(productImages)
    .innerJoin(stored, eq(stored.id, productImages.pictureId))
    .where(inArray(productImages.productId, ids))
  return new Set(rows.map(({ productId, hash }) => `${productId} ${hash}`))
}

/** Pictures in a zip, each attached to the product that its file name names; one that a product has already stays once. */
export const pictures: Kind = {
  async check(db, file, entries, shop) {
    const owners = await findOwners(db, entries)
    const known = await listKnown(
      db,
      [...owners.values()].map(({ id }) => id),
    )
    const done = new Map<number, Checked>()
    const wanted = new Map<number, { entry: Entry; owner: Owner; color: string | null }>()
    for (const entry of entries) {
      const read = readOwner(owners, entry)
      if (read.fault) done.set(placeOf(entry), badOf(entry, read.fault))
      else wanted.set(placeOf(entry), { entry, ...read })
    }
    const zip = readZip(zipOf(shop, file.id), new Set(wanted.keys()), MOST_PICTURE_BYTES)
    try {
      for await (const { at, bytes } of zip) {
        const want = wanted.get(at)
        if (want) done.set(at, await checkOne(want, bytes, known))
      }
    } catch (error) {
      // The file is gone: of a restored backup, say.
      shop.log.error({ error, importId: file.id }, 'zip not read')
    }
    return entries.map(
      (entry) => done.get(placeOf(entry)) ?? badOf(entry, { code: 'not-imported' }),
    )
  },

  /** The bytes become a picture of the shop before the product is locked: that takes a second. */
  async prepare(shop, file, entry) {
    const { hash } = entry.plan as PicturePlan
    const zip = readZip(zipOf(shop, file.id), new Set([placeOf(entry)]), MOST_PICTURE_BYTES)
    for await (const { bytes } of zip) {
      if (!bytes || hashOf(bytes) !== hash) return null
      const made = await storePicture(shop, bytes, 'products')
      return made.ok ? made.pictureId : null
    }
    return null
  },

  async apply(db, actor, _file, entry, pictureId) {
    if (typeof pictureId !== 'string') return [faultOf(entry, { code: 'file-not-picture' })]
    const { productId, color, hash } = entry.plan as PicturePlan
    const done = await attachPicture(db, actor, { productId, pictureId, color, hash })
    if (done.ok) return null
    if (done.reason === 'not-found') return [faultOf(entry, { code: 'picture-of-nobody' })]
    return [
      faultOf(
        entry,
        done.reason === 'product-archived'
          ? { code: 'product-archived' }
          : { code: 'pictures-full', most: done.most },
      ),
    ]
  },
}

const badOf = (entry: Entry, fault: FileFault): Checked => ({
  state: 'bad',
  plan: null,
  faults: [faultOf(entry, fault)],
})

async function checkOne(
  { entry, owner, color }: { entry: Entry; owner: Owner; color: string | null },
  bytes: Buffer | null,
  known: Set<string>,
): Promise<Checked> {
  const wrong = bytes ? await checkPicture(bytes) : 'picture-too-large'
  if (wrong || !bytes) return badOf(entry, { code: FAULTS[wrong ?? 'picture-unreadable'] })
  const hash = hashOf(bytes)
  const key = `${owner.id} ${hash}`
  // In the shop already, or twice in this zip.
  if (known.has(key)) return { state: 'same', plan: null, faults: [] }
  known.add(key)
  const to = [owner.name, color].filter(Boolean).join(', ')
  const plan: PicturePlan = {
    productId: owner.id,
    color,
    hash,
    changes: [{ column: 'Picture', from: '', to }],
  }
  return { state: 'new', plan, faults: [] }
}

const FAULTS = {
  'picture-too-large': 'file-too-large',
  'picture-heic': 'file-heic',
  'picture-unreadable': 'file-not-picture',
  'picture-too-many-pixels': 'file-many-pixels',
} as const
