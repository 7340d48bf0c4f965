import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  importEntries,
  imports,
  productImages,
  products,
  variants,
} from '../../../app/db/tables.server.ts'
import { checkImport } from '../../../app/modules/imports/check-import.ts'
import { removeLeftZips, ZipElsewhere } from '../../../app/modules/imports/pictures/zip-files.ts'
import { runImport } from '../../../app/modules/imports/run-import.ts'
import { readConfig } from '../../../app/platform/config.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { bringIn, checkFile, importIn, sendFile } from '../../support/imports/imports.ts'
import { type Zipped, zip } from '../../support/storage/zip.ts'

const app = useApp()
let admin: SignedIn
let dress: TestProduct
beforeEach(async () => {
  admin = await app.signIn('admin')
  dress = await aProduct(app.shop, { name: 'Wrap dress', sku: 'ZDR-1', color: 'Dark Blue' })
})

const jpeg = (red: number) =>
  sharp({ create: { width: 40, height: 50, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .jpeg()
    .toBuffer()
const textOf = (html: string) => html.replace(/<!-- -->/g, '')

const FORM = '/admin/import/pictures'
const send = (bytes: Buffer, request = '') => sendFile(admin, FORM, bytes, { request })
const check = (files: readonly Zipped[]) => checkFile(app, admin, FORM, zip(files))
const statesOf = async (id: string) =>
  (
    await app.shop.db
      .select()
      .from(importEntries)
      .where(eq(importEntries.importId, id))
      .orderBy(asc(importEntries.row))
  ).map(({ label, state, faults }) => [label, state, ...faults.map(({ code }) => code)])
const imagesOf = ({ productId }: TestProduct) =>
  app.shop.db
    .select({ color: productImages.color, position: productImages.position })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position))
const kept = () => {
  const folder = join(app.shop.config.dataDir, 'imports')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('pictures of a zip are compared by name, and attached once in their order: a second import changes nothing', async () => {
  const [front, side, back] = [await jpeg(10), await jpeg(120), await jpeg(240)]
  const files = [
    { name: 'new/zdr-1_10.jpg', bytes: back },
    { name: 'new/ZDR-1_2.jpg', bytes: side },
    { name: `new/dress-x_dark-blue.jpg`, bytes: front },
    { name: 'new/dress-x_green.jpg', bytes: front },
    { name: 'nobody.jpg', bytes: front },
    { name: 'zdr-1_3.jpg', bytes: Buffer.from('no picture') },
    { name: 'zdr-1_4.zip', bytes: zip([{ name: 'zdr-1.jpg', bytes: front }]) },
    { name: '__MACOSX/._zdr-1.jpg', bytes: Buffer.from('x') },
    { name: 'zdr-1_5.jpg', bytes: side },
  ]
  await app.shop.db
    .update(products)
    .set({ slug: 'dress-x' })
    .where(eq(products.id, dress.productId))
  const id = await check(files)
  expect(await statesOf(id)).toEqual([
    ['dress-x_dark-blue.jpg', 'new'],
    ['dress-x_green.jpg', 'bad', 'picture-color-unknown'],
    ['ZDR-1_2.jpg', 'new'],
    ['zdr-1_10.jpg', 'new'],
    ['nobody.jpg', 'bad', 'picture-of-nobody'],
    ['zdr-1_3.jpg', 'bad', 'file-not-picture'],
    ['zdr-1_4.zip', 'bad', 'file-not-picture'],
    ['zdr-1_5.jpg', 'same'],
  ])
  const html = textOf((await admin.open(`/admin/import/${id}?show=new`)).html)
  expect(html).toContain('Wrap dress, Dark Blue')
  expect(await imagesOf(dress)).toEqual([])

  await bringIn(app, admin, id, 2)
  expect(await imagesOf(dress)).toEqual([
    { color: 'Dark Blue', position: 0 },
    { color: null, position: 1 },
    { color: null, position: 2 },
  ])
  expect(kept()).toEqual([])

  const again = await check(files)
  expect(
    (await statesOf(again)).filter(([, state]) => state !== 'bad' && state !== 'same'),
  ).toEqual([])
  await bringIn(app, admin, again, 2)
  expect(await imagesOf(dress)).toHaveLength(3)
})

test('a zip that is sent twice is taken once, and a product deleted meanwhile is named beside its file', async () => {
  const bytes = zip([{ name: 'zdr-1.jpg', bytes: await jpeg(10) }])
  const [one, two] = [await send(bytes, 'press-1'), await send(bytes, 'press-1')]
  expect(importIn(one)).toBe(importIn(two))
  const id = importIn(one)
  await checkImport(app.shop, id)
  await app.shop.db.update(variants).set({ retiredAt: new Date() })
  await app.shop.db
    .update(products)
    .set({ archivedAt: new Date() })
    .where(eq(products.id, dress.productId))
  await bringIn(app, admin, id, 2)
  expect(await statesOf(id)).toEqual([['zdr-1.jpg', 'bad', 'product-archived']])
})

test.each([
  [
    'locked by a password',
    [{ name: 'zdr-1.jpg', bytes: Buffer.from('x'), isLocked: true }],
    'locked by a password',
  ],
  [
    'with a path out of its folder',
    [{ name: '../../etc/zdr-1.jpg', bytes: Buffer.from('x') }],
    'no zip file that can be read',
  ],
  [
    'that unpacks to more than it may',
    [{ name: 'zdr-1.jpg', bytes: Buffer.from('x'), statedSize: 400 * 1024 * 1024 }],
    'too large',
  ],
  [
    'with more files than it may have',
    Array.from({ length: 1001 }, (_, n) => ({ name: `${n}.jpg`, bytes: Buffer.alloc(0) })),
    'too large',
  ],
  ['without a picture', [{ name: 'folder/', bytes: Buffer.alloc(0) }], 'choose a zip file'],
])('a zip %s is refused as a whole, and nothing of it is stored', async (_what, files, message) => {
  const before = kept()
  const { html } = await admin.open(await send(zip(files)))
  expect(textOf(html)).toContain(message)
  expect(kept()).toEqual(before)
  expect(await app.shop.db.execute(sql`select from imports`)).toMatchObject({ rowCount: 0 })
})

test('a file that is no zip is refused, and an entry larger than its zip declares counts as damaged', async () => {
  expect(textOf((await admin.open(await send(Buffer.from('PK, but no zip')))).html)).toContain(
    'no zip file that can be read',
  )
  const id = await check([{ name: 'zdr-1.jpg', bytes: Buffer.alloc(3_000_000), statedSize: 100 }])
  expect(await statesOf(id)).toEqual([['zdr-1.jpg', 'bad', 'file-broken']])
})

test('a damaged file or list in a zip is named, and the pictures after it are imported', async () => {
  const files = [
    { name: 'pictures.csv', bytes: Buffer.from('File,Handle\nzdr-1_1.jpg,dress-x\n') },
    { name: 'zdr-1_1.jpg', bytes: await jpeg(10) },
    { name: 'zdr-1_2.jpg', bytes: await jpeg(120) },
    { name: 'zdr-1_3.jpg', bytes: await jpeg(240) },
  ]
  const bytes = zip(files)
  const dataOf = (name: string) => bytes.indexOf(name) + name.length
  // Damages three files: an invalid type of block, a changed byte in the middle, and a list that cannot be unpacked.
  bytes.writeUInt8(0xff, dataOf('zdr-1_1.jpg'))
  const middle = dataOf('zdr-1_2.jpg') + 60
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  bytes.fill(0xff, dataOf('pictures.csv'), dataOf('pictures.csv') + 8)
  const id = await checkFile(app, admin, FORM, bytes)
  expect((await statesOf(id)).map((row) => row.join(' ')).toSorted()).toEqual([
    'pictures.csv bad file-broken',
    'zdr-1_1.jpg bad file-broken',
    'zdr-1_2.jpg bad file-broken',
    'zdr-1_3.jpg new',
  ])
  expect(textOf((await admin.open(`/admin/import/${id}`)).html)).toContain(
    'The zip is damaged here',
  )
  await bringIn(app, admin, id, 2)
  expect(await imagesOf(dress)).toHaveLength(1)
})

test('a zip that another machine has waits for that machine; a lost one is told after an hour, or at once where files are in a folder', async () => {
  const files = [{ name: 'zdr-1.jpg', bytes: await jpeg(10) }]
  const { shop } = app
  const s3 = readConfig({
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'ours',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PUBLIC_URL: 'https://files.example',
  }).s3
  // Another data folder, on the same database.
  const elsewhere = { ...shop.config, dataDir: join(shop.config.dataDir, 'elsewhere') }
  const other = { ...shop, config: { ...elsewhere, s3 } }
  const id = importIn(await send(zip(files)))
  await expect(checkImport(other, id)).rejects.toThrow(ZipElsewhere)
  expect(await statesOf(id)).toEqual([['zdr-1.jpg', 'unchecked']])
  await checkImport(shop, id)
  await admin.post(`/admin/import/${id}`, { intent: 'import' })
  await expect(runImport(other, id)).rejects.toThrow(ZipElsewhere)
  await runImport(shop, id)
  expect(await statesOf(id)).toEqual([['zdr-1.jpg', 'added']])

  const lost = importIn(await send(zip(files)))
  await shop.db
    .update(imports)
    .set({ createdAt: sql`now() - interval '61 minutes'` })
    .where(eq(imports.id, lost))
  await checkImport(other, lost)
  expect(await statesOf(lost)).toEqual([['zdr-1.jpg', 'bad', 'not-imported']])
  const single = importIn(await send(zip(files)))
  await checkImport({ ...shop, config: elsewhere }, single)
  expect(await statesOf(single)).toEqual([['zdr-1.jpg', 'bad', 'not-imported']])
})

test('the nightly clean-up keeps zips of waiting imports, deletes zips without an import, and leaves other files alone', async () => {
  const files = [{ name: 'zdr-1.jpg', bytes: await jpeg(10) }]
  const [waits, done] = [await check(files), await check(files)]
  await app.shop.db.update(imports).set({ state: 'done' }).where(eq(imports.id, done))
  const nobody = '0b8f1c7e-2f6a-4c53-9b60-3f1f5a7f2d11'
  const others = ['.DS_Store', 'lost+found', 'old.zip']
  const folder = join(app.shop.config.dataDir, 'imports')
  for (const name of [...others, `${nobody}.zip`, `${nobody}.part`])
    writeFileSync(join(folder, name), '')
  for (const name of kept()) utimesSync(join(folder, name), 0, 0)
  await removeLeftZips(app.shop)
  expect(kept().toSorted()).toEqual([...others, `${waits}.zip`].toSorted())
  await admin.post(`/admin/import/${waits}`, { intent: 'delete' })
  expect(kept().toSorted()).toEqual(others)
  for (const name of others) rmSync(join(folder, name))
})
