import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { productImages, products, pictures as stored, variants } from '../../../db/tables.server.ts'
import type { ZipContent } from '../../../platform/storage/zip.server.ts'
import { isUnavailable } from '../../../platform/unavailable.server.ts'
import { PRODUCT_LONGEST } from '../../../rules/catalogue/product-values.ts'
import { cutText } from '../../../rules/cut-text.ts'
import { type PictureColumn, readSource } from '../../../rules/imports/picture-list.ts'
import { readColor, readPictureName } from '../../../rules/imports/picture-names.ts'
import type { CellChange } from '../../../rules/imports/product-rows.ts'
import type { ImportFault } from '../../../rules/messages/imports/imports.ts'
import { attachPicture } from '../../catalogue/pictures/attach-picture.ts'
import { hashOf } from '../../media/hash-of.ts'
import { sourceOf } from '../../media/source-of.ts'
import { checkPicture, storePicture } from '../../media/store-picture.ts'
import type { Checked, Entry, ImportShop, Kind } from '../kinds.ts'
import { PLACE } from './start-pictures.ts'
import { readPictures, ZipElsewhere } from './zip-files.ts'

type PicturePlan = {
  productId: string
  color: string | null
  alt?: string
  /** Hash of the file's bytes. */
  hash: string
  /** The picture's source, where the zip's list has it from an export. */
  source?: string
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

type Cells = Partial<Record<PictureColumn, string>>
const cellsOf = ({ cells }: Entry): Cells => cells[0]?.cells ?? {}
const sourceIn = ({ hash, source }: Pick<PicturePlan, 'hash' | 'source'>) => source || hash
const placeOf = ({ cells }: Entry) => Number(cells[0]?.cells[PLACE] ?? -1)
const pathOf = ({ cells }: Entry) => cells[0]?.cells['File'] ?? ''
const faultOf = ({ row }: Entry, fault: FileFault): ImportFault =>
  ({ row, column: 'File', ...fault }) as ImportFault
type FileFault = { code: ImportFault['code']; product?: string; most?: number }

/** The keys by which a file may name its product: its handle in the zip's list, else the beginnings of its own name. */
const keysOf = (entry: Entry) => {
  const { Handle: handle } = cellsOf(entry)
  return handle ? [handle] : readPictureName(pathOf(entry)).candidates.map(({ key }) => key)
}

/** The products that these files name, by handle, and by SKUs and handles in lower case. */
async function findOwners(db: Db, entries: readonly Entry[]): Promise<Owners> {
  const keys = [...new Set(entries.flatMap(keysOf))]
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
  const byHandle = rows.map((row) => [row.slug, row] as const)
  const bySku = rows.map((row) => [row.sku.toLowerCase(), row] as const)
  return { byHandle: new Map(byHandle), byKey: new Map([...byHandle, ...bySku]) }
}
type Owners = { byHandle: ReadonlyMap<string, Owner>; byKey: ReadonlyMap<string, Owner> }

/**
 * The product that a file names, and which of its colors: `color` is undefined when the product does not come in it.
 */
function nameOwner({ byHandle, byKey }: Owners, entry: Entry) {
  const { Handle: handle, Color: listed } = cellsOf(entry)
  if (handle) {
    const owner = byHandle.get(handle)
    const color = listed ? owner?.colors.find((one) => one === listed) : null
    return owner && { owner, color }
  }
  for (const { key, rest } of readPictureName(pathOf(entry)).candidates) {
    const owner = byKey.get(key)
    if (owner) return { owner, color: readColor(rest, owner.colors) }
  }
  return undefined
}

/** The product of a file and the color that it shows, or the fault in its name. */
function readOwner(owners: Owners, entry: Entry) {
  const named = nameOwner(owners, entry)
  if (named) {
    const { owner, color } = named
    if (owner.isArchived) return { fault: { code: 'product-archived' } } as const
    if (color === undefined)
      return { fault: { code: 'picture-color-unknown', product: owner.name } } as const
    return { owner, color } as const
  }
  return { fault: { code: 'picture-of-nobody' } } as const
}

/** `<product> <source>` of each picture that these products have. */
async function listKnown(db: Db, ids: string[]) {
  const rows = await db
    .select({
      productId: productImages.productId,
      ...columnsOf(stored, 'path', 'sourceHash'),
    })
    .from(productImages)
    .innerJoin(stored, eq(stored.id, productImages.pictureId))
    .where(inArray(productImages.productId, ids))
  return new Set(rows.map(({ productId, ...picture }) => `${productId} ${sourceOf(picture)}`))
}

/**
 * Pictures in a zip, each attached to the product that its file name names; a picture that the product already has is
 * not added again.
 */
export const pictures: Kind = {
  async check(db, file, entries, shop) {
    const owners = await findOwners(db, entries)
    const known = await listKnown(
      db,
      [...owners.byKey.values()].map(({ id }) => id),
    )
    const done = new Map<number, Checked>()
    const planned = new Map<number, { entry: Entry; owner: Owner; color: string | null }>()
    for (const entry of entries.filter((one) => placeOf(one) >= 0)) {
      const read = readOwner(owners, entry)
      if (read.fault) done.set(placeOf(entry), badOf(entry, read.fault))
      else planned.set(placeOf(entry), { entry, ...read })
    }
    const zip = readPictures(shop, file, new Set(planned.keys()))
    try {
      for await (const { at, ...content } of zip) {
        const want = planned.get(at)
        if (want) done.set(at, await checkOne(shop, want, content, known))
      }
    } catch (error) {
      if (isUnavailable(error) || error instanceof ZipElsewhere) throw error
      // The file is missing, as after restoring a backup.
      shop.log.error({ error, importId: file.id }, 'zip not read')
    }
    return entries.map((entry) =>
      placeOf(entry) < 0
        ? MISSING
        : (done.get(placeOf(entry)) ?? badOf(entry, { code: 'not-imported' })),
    )
  },

  /** Turns the bytes into a picture of the shop before the product is locked, because that takes a second. */
  async prepare(shop, file, entry) {
    const { hash, source } = entry.plan as PicturePlan
    const zip = readPictures(shop, file, new Set([placeOf(entry)]))
    for await (const { bytes } of zip) {
      if (!bytes || hashOf(bytes) !== hash) return null
      const made = await storePicture(shop, bytes, 'products', source)
      return made.ok ? made.pictureId : null
    }
    return null
  },

  async apply(db, actor, _file, entry, pictureId) {
    if (typeof pictureId !== 'string') return [faultOf(entry, { code: 'file-not-picture' })]
    const { productId, color, alt = '', ...plan } = entry.plan as PicturePlan
    const source = sourceIn(plan)
    const done = await attachPicture(db, actor, { productId, pictureId, color, alt, source })
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

/** The zip does not have the file: the fault was found when the zip was uploaded. */
const MISSING: Checked = { state: 'bad', plan: null, faults: [] }

const badOf = (entry: Entry, fault: FileFault): Checked => ({
  state: 'bad',
  plan: null,
  faults: [faultOf(entry, fault)],
})

async function checkOne(
  shop: Pick<ImportShop, 'log'>,
  { entry, owner, color }: { entry: Entry; owner: Owner; color: string | null },
  { bytes, reason }: ZipContent,
  known: Set<string>,
): Promise<Checked> {
  if (!bytes) return badOf(entry, { code: reason === 'broken' ? 'file-broken' : 'file-too-large' })
  const wrong = await checkPicture(shop, bytes)
  if (wrong) return badOf(entry, { code: FAULTS[wrong] })
  const hash = hashOf(bytes)
  const cells = cellsOf(entry)
  const alt = cutText(cells.Words ?? '', PRODUCT_LONGEST.alt)
  const source = readSource(cells, hash)
  const key = `${owner.id} ${sourceIn({ hash, source })}`
  // In the shop already, or twice in this zip.
  if (known.has(key)) return { state: 'same', plan: null, faults: [] }
  known.add(key)
  const to = [owner.name, color].filter(Boolean).join(', ')
  const plan: PicturePlan = {
    productId: owner.id,
    color,
    hash,
    ...(alt && { alt }),
    ...(source && { source }),
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
