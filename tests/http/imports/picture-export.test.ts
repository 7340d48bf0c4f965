import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, desc, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  auditLog,
  importEntries,
  pictures,
  productImages,
  products,
} from '../../../app/db/tables.server.ts'
import { saveProduct } from '../../../app/modules/catalogue/edit/save-product.ts'
import { listPictures } from '../../../app/modules/imports/pictures/export-pictures.ts'
import {
  findPictureZip,
  PICTURES_A_ZIP,
} from '../../../app/modules/imports/pictures/find-picture-zip.ts'
import { readIfThere } from '../../../app/modules/media/read-stored.ts'
import { storePicture } from '../../../app/modules/media/store-picture.ts'
import { listZip, readZip } from '../../../app/platform/storage/zip.server.ts'
import { readProduct } from '../../../app/rules/catalogue/product-form.ts'
import { EMPTY_PRODUCT } from '../../../app/rules/catalogue/product-values.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { anAdmin, aProduct } from '../../support/factories.ts'
import { bringIn, checkFile, sendFile } from '../../support/imports/imports.ts'
import { zip as zipOf } from '../../support/storage/zip.ts'

// docs/product.md, Import: what the shop exports makes the same products with the same pictures in an empty shop

const app = useApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await app.signIn('admin')
})

const listAll = async () => listPictures(app.shop.db, await zipAfter(null))
async function zipAfter(after: string | null) {
  const zip = await findPictureZip(app.shop.db, after)
  if (!zip) throw new Error('no pictures')
  return zip
}

const draw = (red: number, width = 400) => {
  const background = { r: red, g: 90, b: 60 }
  return sharp({ create: { width, height: 500, channels: 3, background } })
}
const aPicture = async (red: number, width = 400) => {
  const made = await storePicture(app.shop, await draw(red, width).png().toBuffer(), 'products')
  if (!made.ok) throw new Error(made.reason)
  return made.pictureId
}

type Made = Partial<typeof EMPTY_PRODUCT>
async function save(values: Made) {
  const read = readProduct({ ...EMPTY_PRODUCT, price: '20000', ...values }, false)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  const saved = await saveProduct(app.shop, await anAdmin(app.shop), read.product, null)
  if (!saved.ok) throw new Error(JSON.stringify(saved))
}

/**
 * Products with their own colors and words, words that a spreadsheet would take for a formula, and a SKU that equals
 * another product's handle.
 */
async function fillShop() {
  const [front, side, back, plain, old] = [
    await aPicture(10),
    await aPicture(120),
    await aPicture(240, 1200),
    await aPicture(60),
    await aPicture(200),
  ]
  const variant = { size: '', sku: '', barcode: '', inventory: '1', loaded: '0' }
  await save({
    name: 'Wrap dress',
    sku: 'W-1',
    variants: [
      { ...variant, sku: 'W-1-A', color: 'Black/White' },
      { ...variant, sku: 'W-1-B', color: 'Red' },
    ],
    images: [
      { id: side, alt: '=front "view", é', color: 'Red' },
      { id: back, alt: '', color: '' },
      { id: front, alt: 'Back', color: 'Black/White' },
    ],
  })
  await save({ name: 'Hat', sku: 'wrap-dress', images: [{ id: plain, alt: 'Hat', color: '' }] })
  await save({ name: 'Scarf', sku: 'S-1', images: [{ id: old, alt: 'Scarf', color: '' }] })
  // Uploaded before the shop stored hashes.
  await app.shop.db.update(pictures).set({ sourceHash: null }).where(eq(pictures.id, old))
}

const download = async (path: string) => {
  const answer = await admin.fetch(path)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
/** The files of a zip, as a computer unpacks them. */
async function unpack(zip: Buffer) {
  const path = join(app.shop.config.dataDir, 'unpacked.zip')
  await writeFile(path, zip)
  const listed = await listZip(path, 100)
  const files: { name: string; bytes: Buffer }[] = []
  for await (const { at, bytes } of readZip(path, new Set(listed.keys()), 1e7))
    files.push({ name: listed[at]?.name ?? '', bytes: bytes ?? Buffer.alloc(0) })
  return files
}
const FORM = '/admin/import/pictures'
const checkZip = (zip: Buffer) => checkFile(app, admin, FORM, zip)
const statesOf = async (id: string) =>
  (
    await app.shop.db
      .select({ state: importEntries.state })
      .from(importEntries)
      .where(eq(importEntries.importId, id))
  ).map(({ state }) => state)

/** The shop's pictures: their products, their order, and roughly the red value in the middle of each. */
async function readShown() {
  const rows = await app.shop.db
    .select({
      product: products.slug,
      version: products.version,
      alt: productImages.alt,
      color: productImages.color,
      path: pictures.path,
      width: pictures.width,
      height: pictures.height,
    })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .innerJoin(pictures, eq(pictures.id, productImages.pictureId))
    .orderBy(asc(products.slug), asc(productImages.position))
  return Promise.all(
    rows.map(async ({ path, ...row }) => {
      const bytes = await readIfThere(app.shop.storage, path)
      const [red = 0] = await sharp(bytes ?? Buffer.alloc(0))
        .resize(1, 1)
        .raw()
        .toBuffer()
      return { ...row, red: Math.round(red / 10) }
    }),
  )
}
type Shown = Awaited<ReturnType<typeof readShown>>
const withoutVersions = (shown: Shown) => shown.map(({ version: _, ...one }) => one)

test('a picture export changes nothing when it is imported, and makes the same products with the same pictures in an empty shop', async () => {
  await fillShop()
  const before = await readShown()
  const listed = await listAll()
  expect(listed.map(({ File: file }) => file)).toEqual([
    'hat_1.jpg',
    'scarf_1.jpg',
    'wrap-dress_1_red.jpg',
    'wrap-dress_2.jpg',
    'wrap-dress_3_black-white.jpg',
  ])
  const [table, zip] = [
    await download('/admin/products.csv'),
    await download('/admin/import/pictures.zip'),
  ]
  const five = (state: string) => Array.from({ length: 5 }, () => state)
  expect(await statesOf(await checkZip(zip))).toEqual(five('same'))

  await app.shop.db.delete(products)
  const rows = await checkFile(app, admin, '/admin/import', table, { kind: 'products' })
  await bringIn(app, admin, rows)
  const first = await checkZip(zip)
  expect(await statesOf(first)).toEqual(five('new'))
  await bringIn(app, admin, first)
  const after = await readShown()
  expect(withoutVersions(after)).toEqual(withoutVersions(before))
  // Nothing is imported into the new shop either, whose own export lists the same.
  const second = await checkZip(zip)
  expect(await statesOf(second)).toEqual(five('same'))
  expect(await readShown()).toEqual(after)
  const again = await listAll()
  const words = (all: typeof listed) => all.map(({ path: _, createdAt: __, ...one }) => one)
  expect(words(again)).toEqual(words(listed))
  expect(
    await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported')),
  ).toMatchObject([
    { label: 'list-products' },
    { label: 'list-pictures', after: { first: 'Hat', last: 'Wrap dress' } },
  ])
})

/** Packs files as a computer does after unpacking: within a folder, with its own files added. */
const packAgain = (files: { name: string; bytes: Buffer }[]) =>
  zipOf([
    ...files.map(({ name, bytes }) => ({ name: `pictures-hat/${name}`, bytes })),
    { name: '__MACOSX/pictures-hat/._pictures.csv', bytes: Buffer.from('x') },
  ])

test('an export that was unpacked and repacked changes nothing either, whatever its folder’s name', async () => {
  await fillShop()
  const files = await unpack(await download('/admin/import/pictures.zip'))
  const states = await statesOf(await checkZip(packAgain(files)))
  expect(states).toEqual(Array.from({ length: 5 }, () => 'same'))
})

test('two exports in one zip keep their own lists, and change nothing', async () => {
  await fillShop()
  const files = await unpack(await download('/admin/import/pictures.zip'))
  const list = files.find(({ name }) => name === 'pictures.csv')?.bytes.toString() ?? ''
  const [heading = '', ...rows] = list.trim().split('\r\n')
  const [hats, others] = [rows.slice(0, 1), rows.slice(1)].map((some) =>
    Buffer.from([heading, ...some, ''].join('\r\n')),
  )
  const both = files.flatMap(({ name, bytes }) =>
    name === 'pictures.csv'
      ? []
      : [{ name: `${name.startsWith('hat') ? 'a' : 'b'}/${name}`, bytes }],
  )
  const lists = [hats, others].flatMap((bytes = Buffer.alloc(0), n) => ({
    name: `${n === 0 ? 'a' : 'b'}/pictures.csv`,
    bytes,
  }))
  expect(await statesOf(await checkZip(zipOf([...both, ...lists])))).toEqual(
    Array.from({ length: 5 }, () => 'same'),
  )
})

test('two picture exports in one zip keep their own lists although different pictures have the same names', async () => {
  await fillShop()
  const files = await unpack(await download('/admin/import/pictures.zip'))
  const [one = '', other = ''] = files
    .map(({ name }) => name)
    .filter((name) => name.startsWith('wrap-dress'))
  const swap = (text: string) =>
    text.replaceAll(one, '\0').replaceAll(other, one).replaceAll('\0', other)
  const both = files.flatMap(({ name, bytes }) => [
    { name: `a/${name}`, bytes },
    name === 'pictures.csv'
      ? { name: `b/${name}`, bytes: Buffer.from(swap(bytes.toString())) }
      : { name: `b/${swap(name)}`, bytes },
  ])
  expect(new Set(await statesOf(await checkZip(zipOf(both))))).toEqual(new Set(['same']))
})

test('a picture that was edited in an export is imported as a new one, with product, color and words of its list', async () => {
  await fillShop()
  const files = await unpack(await download('/admin/import/pictures.zip'))
  const edited = await draw(180).jpeg().toBuffer()
  const zip = packAgain(
    files.map((file) => (file.name === 'wrap-dress_1_red.jpg' ? { ...file, bytes: edited } : file)),
  )
  const id = await checkZip(zip)
  expect((await statesOf(id)).toSorted()).toEqual(['new', 'same', 'same', 'same', 'same'])
  await bringIn(app, admin, id)
  expect((await readShown()).filter(({ product }) => product === 'wrap-dress')).toMatchObject([
    { red: 12 },
    {},
    {},
    { color: 'Red', alt: '=front "view", é', red: 18 },
  ])
  // The new picture is recognized by its own bytes, and the earlier one by its uploaded file.
  expect(new Set(await statesOf(await checkZip(zip)))).toEqual(new Set(['same']))
})

test('a file that an export’s list names and its zip lacks is named by the dry run, and the others are compared', async () => {
  await fillShop()
  const files = await unpack(await download('/admin/import/pictures.zip'))
  const id = await checkZip(packAgain(files.filter(({ name }) => name !== 'wrap-dress_2.jpg')))
  expect((await statesOf(id)).toSorted()).toEqual(['bad', 'same', 'same', 'same', 'same'])
  const { html } = await admin.open(`/admin/import/${id}`)
  expect(html).toMatch(/wrap-dress_2\.jpg/)
  expect(html).toContain('names this file, but the zip does not have it')
  // A zip with only a list: every picture of the list is missing.
  const alone = await checkZip(packAgain(files.filter(({ name }) => name === 'pictures.csv')))
  expect(await statesOf(alone)).toEqual(Array.from({ length: 5 }, () => 'bad'))
})

test('the pictures of a product list are exported as searched and filtered, as the screen says', async () => {
  await fillShop()
  await app.shop.db.update(products).set({ status: 'inactive' }).where(eq(products.slug, 'hat'))
  await app.shop.db
    .update(products)
    .set({ archivedAt: new Date() })
    .where(eq(products.slug, 'scarf'))
  const namesOf = async (query: string) =>
    (await unpack(await download(`/admin/import/pictures.zip?${query}`)))
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.jpg'))
  const dress = ['wrap-dress_1_red.jpg', 'wrap-dress_2.jpg', 'wrap-dress_3_black-white.jpg']
  expect(await namesOf('')).toEqual(['hat_1.jpg', ...dress])
  expect(await namesOf('status=active&sort=-price')).toEqual(dress)
  // Found by the SKU of one size, as in the list.
  expect(await namesOf('search=w-1-b')).toEqual(dress)
  expect(await namesOf('show=archived')).toEqual(['scarf_1.jpg'])
  const narrowed = await admin.open('/admin/import?status=active&search=wrap')
  expect(narrowed.html).toContain('/admin/import/pictures.zip?status=active&amp;search=wrap"')
  expect(narrowed.html).toContain('What the list of products shows')
  const empty = await admin.open('/admin/import?search=nothing')
  expect(empty.html).toMatch(
    /No product of that list has a picture\..*href="\/admin\/import\??"[^>]*>All pictures/,
  )
  const list = await admin.open('/admin/products?status=active&search=wrap&sort=name')
  expect(list.html).toContain('href="/admin/import?status=active&amp;search=wrap"')
  const [last] = await app.shop.db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.action, 'exported'))
    .orderBy(desc(auditLog.id))
  expect(last?.after).toEqual({ first: 'Scarf', last: 'Scarf', isArchived: true })
})

test('a file that storage had lost at export is named by the import, and the others are imported', async () => {
  await fillShop()
  const [, gone] = await listAll()
  await app.shop.storage.remove(gone?.path ?? '')
  const zip = await download('/admin/import/pictures.zip')
  await app.shop.db.delete(productImages)
  expect((await statesOf(await checkZip(zip))).toSorted()).toEqual([
    'bad',
    'new',
    'new',
    'new',
    'new',
  ])
})

test('a shop with many pictures exports them in several zips, each product within one zip', async () => {
  const picture = await aPicture(10)
  const many = PICTURES_A_ZIP / 20 + 1
  for (let n = 0; n < many; n += 1) await aProduct(app.shop, { name: `Dress ${n}` })
  await app.shop.db.execute(sql`
    insert into product_images (product_id, picture_id, alt, position)
    select p.id, ${picture}, 'Dress', n from products p, generate_series(1, 19) n`)
  expect((await zipAfter(null)).next).toBeNull()
  await app.shop.db.execute(sql`
    insert into product_images (product_id, picture_id, alt, position)
    select p.id, ${picture}, 'Dress', 20 from products p`)
  const one = await zipAfter(null)
  const two = await zipAfter(one.next)
  const [files, more] = [await listPictures(app.shop.db, one), await listPictures(app.shop.db, two)]
  expect([files.length, more.length, two.next]).toEqual([PICTURES_A_ZIP, 20, null])
  expect(new Set([...files, ...more].map(({ File: file }) => file)).size).toBe(many * 20)
  const linkIn = (html: string, label: string) =>
    new RegExp(`href="([^"]*)"[^>]*>${label}`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  // The choice above stays.
  const { html } = await admin.open('/admin/import?kind=stock')
  const next = linkIn(html, 'Next zip')
  expect(next).toBe(`/admin/import?kind=stock&pictures=${one.next}`)
  const second = (await admin.open(next)).html
  expect(second).toContain(`pictures.zip?after=${one.next}`)
  expect(linkIn(second, 'First zip')).toBe('/admin/import?kind=stock')
  await app.shop.db.update(products).set({ archivedAt: new Date() })
  expect(await findPictureZip(app.shop.db, null)).toBeNull()
  expect((await download('/admin/import/pictures.zip')).length).toBeLessThan(300)
})

test('the import screen shows a message and works when the shop’s contents cannot be read', async () => {
  await app.shop.db.execute('alter table product_images rename to product_images_away')
  try {
    const { status, html } = await admin.open('/admin/import')
    expect([status, html.includes('Error loading what the shop has.')]).toEqual([200, true])
    expect(html).toContain('No imports yet')
  } finally {
    await app.shop.db.execute('alter table product_images_away rename to product_images')
  }
})

test('a pictures.csv that is no list is treated as any other file; an unreadable one is refused with a message', async () => {
  const table = zipOf([{ name: 'pictures.csv', bytes: Buffer.from('Name,Price\nA,1\n') }])
  expect(await statesOf(await checkZip(table))).toEqual(['bad'])
  const cut = zipOf([
    { name: 'pictures.csv', bytes: Buffer.from('File,Handle\na.jpg,caf\xe9\n', 'latin1') },
    { name: 'a.jpg', bytes: Buffer.from('x') },
  ])
  const answer = await sendFile(admin, FORM, cut)
  expect((await admin.open(answer)).html).toContain('UTF-8')
})
