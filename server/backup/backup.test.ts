import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { pictures, products } from '../../app/db/tables.server.ts'
import { removeUnusedPictures } from '../../app/modules/media/remove-unused-pictures.ts'
import { renderAvif } from '../../app/modules/media/render-avif.ts'
import { storePicture } from '../../app/modules/media/store-picture.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { openOutbox } from '../../app/platform/mail/mail-outbox.server.ts'
import { openStorage } from '../../app/platform/storage/open-storage.server.ts'
import type { Storage } from '../../app/platform/storage/storage.server.ts'
import { openS3Storage } from '../../app/platform/storage/storage-s3.server.ts'
import { loseAnswerTo } from '../../tests/support/connections/lose-answer.ts'
import { aPendingOrder, aProduct, aUser } from '../../tests/support/factories.ts'
import { useShop } from '../../tests/support/shop.ts'
import { openS3StandIn } from '../../tests/support/storage/s3-stand-in.ts'
import { makeBackup } from './make-backup.ts'
import { openPlace } from './open-place.ts'
import { type BackupPlace, openFolder, readFile } from './places.ts'
import { restoreBackup } from './restore-backup.ts'
import { intoEmptyPlace } from './restore-place.ts'
import { enqueueMissedBackup, makeScheduledBackup } from './scheduled-backup.ts'
import { openSnapshot } from './tables.ts'

const DIR = mkdtempSync(join(tmpdir(), 'zovala-backup-'))
const SESSION_SECRET = 'long enough for a test'
let databaseUrl = ''
let made = 0
// A real shop, as its first start settles it.
const shop = useShop({}, async (url) => {
  databaseUrl = url
  await run(url, `insert into shop_facts values ('kind', 'real')`)
})

async function run(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

afterAll(() => rmSync(DIR, { recursive: true }))

const now = () => new Date(Date.UTC(2026, 10, 23, 1, 0, (made += 1)))
const back = (passphrase: string | null = null) =>
  makeBackup(shop, openFolder(join(DIR, 'backups'), 'zovala'), {
    passphrase,
    now,
    isScheduled: false,
  }).then((backup) => ({ ...backup, file: join(DIR, 'backups', backup.name) }))

/** An empty place: a database and a data folder. */
async function anEmptyPlace(storage?: Storage) {
  const name = `backup_${process.pid}_${(made += 1)}`
  const { server } = inject('testServer')
  await run(server, `create database ${name}`)
  onTestFinished(() => run(server, `drop database ${name} with (force)`).then(() => {}))
  const url = new URL(server)
  url.pathname = `/${name}`
  const dataDir = join(DIR, name)
  const config = readConfig({ DATABASE_URL: url.href, DATA_DIR: dataDir, SESSION_SECRET })
  const restore = async (file: string, passphrase = '') =>
    intoEmptyPlace(config, storage ?? openStorage(config), async (target) =>
      restoreBackup(await readFile(file), async () => passphrase, target),
    )
  return { url: url.href, dataDir, restore }
}

const tablesIn = (url: string) =>
  run(url, `select tablename from pg_tables where schemaname in ('public', 'drizzle')`)

/** Everything in a schema besides its rows. */
const shapeOf = async (url: string) => ({
  constraints: await run(
    url,
    `select conrelid::regclass::text as at, conname, pg_get_constraintdef(oid) as what from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  ),
  triggers: await run(
    url,
    `select tgrelid::regclass::text as at, tgname, tgenabled, pg_get_triggerdef(oid) as what from pg_trigger
     where not tgisinternal order by 1, 2`,
  ),
  indexes: await run(
    url,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  ),
})

const aPicture = async (color: string) => {
  const bytes = await sharp({ create: { width: 700, height: 875, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(shop, bytes, 'products')
  if (!stored.ok) throw new Error(stored.reason)
  return stored
}

test('a backup is restored row by row and file by file, and the shop continues from there', async () => {
  const odd = 'Tab\there, "quotes", \\backslash\\n,\r\nrow, nothing \\N, zikomo 👗'
  const product = await aProduct(shop, { stock: 7, name: odd })
  const { userId } = await aUser(shop)
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  const stored = await aPicture('#c03030')
  const { file, manifest } = await back()
  expect(manifest.missing).toEqual([])
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readdirSync(join(DIR, 'backups')).filter((name) => name.startsWith('.'))).toEqual([])

  const place = await anEmptyPlace()
  await place.restore(file)
  expect(await shapeOf(place.url)).toEqual(await shapeOf(databaseUrl))
  const [row] = await run(place.url, `select name, inventory_quantity from products`)
  expect(row).toEqual({ name: odd, inventory_quantity: 6 })
  expect(await run(place.url, `select order_number from orders`)).toEqual([
    { order_number: order.orderNumber },
  ])
  const waiting = `select name, data from pgboss.job where state = 'created' order by id`
  expect(await run(place.url, waiting)).toEqual(await run(databaseUrl, waiting))
  expect(await run(place.url, waiting)).not.toEqual([])
  for (const name of readdirSync(join(shop.config.dataDir, 'files/products')))
    expect(
      readFileSync(join(place.dataDir, 'files/products', name)).equals(
        readFileSync(join(shop.config.dataDir, 'files/products', name)),
      ),
    ).toBe(true)
  expect(readdirSync(join(place.dataDir, 'files/products'))).toContain(
    stored.path.split('/').at(-1),
  )
  // The guards work again, and a number that may have been assigned since is not assigned again.
  await expect(run(place.url, `update products set inventory_quantity = 1`)).rejects.toThrow(
    'only through stock_movements',
  )
  const numbers = `select nextval('order_numbers')::int as n`
  const [[ours], [theirs]] = [await run(databaseUrl, numbers), await run(place.url, numbers)]
  expect(Number(theirs?.['n']) - Number(ours?.['n'])).toBe(1000)
  expect(readdirSync(place.dataDir)).not.toContain('restore-unfinished')
})

test('a restored email is readable to the shop’s account alone', async () => {
  const email = { to: 'a@shop.example', subject: 'Reset', html: '', text: 'a link' }
  await openOutbox(shop.config.dataDir).send(email)
  onTestFinished(() => rmSync(join(shop.config.dataDir, 'outbox'), { recursive: true }))
  const { file } = await back()
  const place = await anEmptyPlace()
  await place.restore(file)
  const outbox = join(place.dataDir, 'outbox')
  const modes = readdirSync(outbox).map((name) => statSync(join(outbox, name)).mode & 0o777)
  expect(modes).toEqual([0o600])
})

test('an encrypted backup is restored with its passphrase only', async () => {
  await aProduct(shop, { stock: 2, name: 'Chitenje' })
  const { file } = await back('a passphrase of many letters')
  expect(file).toMatch(/\.tar\.enc$/)
  expect(readFileSync(file).includes('backup.json')).toBe(false)
  const place = await anEmptyPlace()
  await expect(place.restore(file, 'another passphrase')).rejects.toThrow(
    'The passphrase is not the one',
  )
  await place.restore(file, 'a passphrase of many letters')
  expect(await run(place.url, `select name from products`)).toEqual([{ name: 'Chitenje' }])
})

test('a truncated or damaged backup leaves nothing behind', async () => {
  await aProduct(shop, { stock: 2, name: 'Chitenje' })
  await aPicture('#30c030')
  const { file, size } = await back()
  const whole = readFileSync(file)
  const place = await anEmptyPlace()
  const broken = join(DIR, 'broken.tar')
  const picture = whole.indexOf('files/products/')
  const damaged = Buffer.from(whole)
  damaged.writeUInt8(damaged.readUInt8(picture + 700) ^ 1, picture + 700)
  const table = whole.indexOf('database/public.products/')
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(table + 540) ^ 1, table + 540)
  for (const bytes of [
    ...[0, 3000, table + 530, picture + 600, size - 3000, size - 1024].map((length) =>
      whole.subarray(0, length),
    ),
    damaged,
    changed,
  ]) {
    writeFileSync(broken, bytes)
    await expect(place.restore(broken)).rejects.toThrow(/cut off|damaged|not the \d+ of the backup/)
    expect(await tablesIn(place.url)).toEqual([])
    expect(readdirSync(place.dataDir)).toEqual(['shop.lock'])
  }
  await place.restore(file)
  await expect(place.restore(file)).rejects.toThrow(/into an empty (place|one) only/)
  expect(await run(place.url, `select name from products`)).toEqual([{ name: 'Chitenje' }])
})

test('a restore whose connection breaks after the commit is whole', async () => {
  await aProduct(shop, { stock: 2, name: 'Chitenje' })
  await aPicture('#30c0c0')
  const { file } = await back()
  const place = await anEmptyPlace()
  loseAnswerTo('analyze')
  await place.restore(file)
  expect(await run(place.url, `select name from products`)).toEqual([{ name: 'Chitenje' }])
  expect(readdirSync(join(place.dataDir, 'files/products'))).not.toEqual([])
  expect(readdirSync(place.dataDir)).not.toContain('restore-unfinished')
})

test('a restore that loses the answer to its commit keeps the files of a filled database, and its mark', async () => {
  await aProduct(shop, { stock: 2, name: 'Chitenje' })
  await aPicture('#30c0d0')
  const { file } = await back()
  const place = await anEmptyPlace()
  const lost = loseAnswerTo('commit')
  const whole = /not empty.* everything was restored: delete .*restore-unfinished/
  await expect(place.restore(file)).rejects.toThrow(whole)
  lost.mockRestore()
  const files = readdirSync(join(place.dataDir, 'files/products'))
  expect(files).not.toEqual([])
  expect(readdirSync(place.dataDir)).toContain('restore-unfinished')
  // Called again, it deletes nothing either.
  await expect(place.restore(file)).rejects.toThrow(whole)
  expect(readdirSync(join(place.dataDir, 'files/products'))).toEqual(files)
  // In an emptied database it begins anew.
  await run(
    place.url,
    'drop schema public cascade; drop schema drizzle cascade; drop schema pgboss cascade; create schema public',
  )
  await place.restore(file)
  expect(readdirSync(place.dataDir)).not.toContain('restore-unfinished')
})

test('a backup of a newer version is refused with a message', async () => {
  const journal = `drizzle.__drizzle_migrations`
  await run(databaseUrl, `insert into ${journal} (hash, created_at) values ('newer', 9e12)`)
  try {
    const { file } = await back()
    const place = await anEmptyPlace()
    await expect(place.restore(file)).rejects.toThrow(/does not know: update first, then restore/)
    expect(await tablesIn(place.url)).toEqual([])
  } finally {
    await run(databaseUrl, `delete from ${journal} where hash = 'newer'`)
  }
})

test('a backup is of one moment: sales made during it are in none of its tables', async () => {
  const product = await aProduct(shop, { stock: 9, name: 'Chitenje' })
  const { userId } = await aUser(shop)
  const { client, tables } = await openSnapshot(databaseUrl)
  try {
    await aPendingOrder(shop, userId, [{ product }])
    const inSnapshot = (table: string) => client.query(`select from ${table}`)
    expect(tables.map(({ name }) => name)).toContain('public.orders')
    expect((await inSnapshot('orders')).rowCount).toBe(0)
    expect((await inSnapshot('order_items')).rowCount).toBe(0)
    expect((await inSnapshot('stock_movements')).rowCount).toBe(1)
  } finally {
    await client.end()
  }
  const [left] = await shop.db
    .select({ left: products.inventoryQuantity })
    .from(products)
    .where(eq(products.id, product.productId))
  expect(left?.left).toBe(8)
})

test('no picture file is deleted while a backup is made', async () => {
  const { pictureId } = await aPicture('#3030c0')
  const later = { ...shop, now: () => new Date(Date.now() + 48 * 3600 * 1000) }
  const names = () => readdirSync(join(shop.config.dataDir, 'files/products'))
  const { client } = await openSnapshot(databaseUrl)
  try {
    await renderAvif(shop, pictureId)
    expect(names().filter((name) => name.endsWith('-master.webp'))).not.toEqual([])
    await removeUnusedPictures(later)
    expect(names().filter((name) => name.endsWith('.avif'))).not.toEqual([])
  } finally {
    await client.end()
  }
  await removeUnusedPictures(later)
  const [count] = await run(databaseUrl, `select count(*)::int as n from pictures`)
  expect(count).toEqual({ n: 0 })
})

test('two backups at once into one folder are both whole, also when one of them fails', async () => {
  await aProduct(shop, { stock: 2, name: 'Chitenje' })
  await aPicture('#c0c030')
  const folder = join(DIR, 'at-once')
  mkdirSync(folder)
  for (const left of ['.zovala.part', '.zovala~of-a-killed-one.part'])
    writeFileSync(join(folder, left), 'cut off')
  const foreign = '.zovala-shop.example~1.part'
  writeFileSync(join(folder, foreign), 'of another shop')
  const place = openFolder(folder, 'zovala')
  const failing: BackupPlace = {
    ...place,
    write: (name, bytes) =>
      place.write(
        name,
        (async function* () {
          for await (const part of bytes) {
            yield part
            throw new Error('stopped')
          }
        })(),
      ),
  }
  const into = (place: BackupPlace) =>
    makeBackup(shop, place, { passphrase: null, now, isScheduled: false })
  const made = await Promise.allSettled([into(place), into(failing), into(place)])
  const names = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.name] : []))
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(readdirSync(folder).toSorted()).toEqual([foreign, ...names].toSorted())
  for (const name of names) {
    const other = await anEmptyPlace()
    await other.restore(join(folder, name))
    expect(await run(other.url, `select name from products`)).toEqual([{ name: 'Chitenje' }])
  }
})

test('a picture whose file was lost before does not stop a backup, which names it', async () => {
  const { path } = await aPicture('#303030')
  rmSync(join(shop.config.dataDir, 'files', path))
  const { manifest } = await back()
  expect(manifest.missing).toEqual([`files/${path}`])
})

test('the files of a bucket are in the backup, and are restored to the other shop’s bucket', async () => {
  const s3 = await openS3StandIn()
  const settings = {
    endpoint: s3.endpoint,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  }
  const bucketOf = (bucket: string) =>
    openS3Storage({ ...settings, bucket, publicUrl: 'https://files.example' })
  const { db, storage } = shop
  shop.storage = bucketOf('ours')
  try {
    await aPicture('#a0a0a0')
    const { file, manifest } = await back()
    expect([manifest.missing, manifest.files.count]).toEqual([[], s3.objects.size])
    const place = await anEmptyPlace(bucketOf('theirs'))
    await place.restore(file)
    for (const [path, bytes] of s3.objects)
      expect(s3.objects.get(path.replace('/ours/', '/theirs/'))?.equals(bytes)).toBe(true)
  } finally {
    shop.storage = storage
    await db.delete(pictures)
  }
})

test("the day's backup is made once, and only scheduled backups are deleted when they are old", async () => {
  const folder = join(DIR, 'nightly')
  mkdirSync(folder)
  const foreign = 'zovala-localhost-3999-20200101T000000Z.tar'
  writeFileSync(join(folder, foreign), 'of another shop with the same name')
  const backups = { to: folder, at: '02:30', keepDays: 2, keepWeeks: 0 }
  const config = { ...shop.config, backups }
  const nightly = (day: number) =>
    makeScheduledBackup({ ...shop, config, now: () => new Date(Date.UTC(2026, 9, day, 0, 30)) })
  const place = openPlace(config, folder)
  const byHand = await makeBackup(shop, place, { passphrase: null, now, isScheduled: false })
  for (const day of [1, 2, 3, 4]) await nightly(day)
  expect(readdirSync(folder).toSorted()).toEqual(
    [
      foreign,
      byHand.name,
      'zovala-localhost-3999-20261003T003000Z.tar',
      'zovala-localhost-3999-20261004T003000Z.tar',
    ].toSorted(),
  )
  // One backup within the hour is enough, however often the job is retried.
  const just = { ...shop, config, now: () => new Date() }
  await makeScheduledBackup(just)
  const before = readdirSync(folder)
  await makeScheduledBackup(just)
  expect(readdirSync(folder)).toEqual(before)
})

test('a failed backup is recorded with its reason, and leaves no file', async () => {
  const backups = { to: join(DIR, 'no', 'such'), at: '02:30', keepDays: 2, keepWeeks: 0 }
  const config = { ...shop.config, backups }
  await expect(makeScheduledBackup({ ...shop, config })).rejects.toThrow(
    /cannot be written .*ENOENT/,
  )
  const written = `select place, failure, name from backups`
  expect(await run(databaseUrl, written)).toEqual([
    { place: backups.to, failure: 'ENOENT', name: null },
  ])
  // A failed backup is not retried at each start; a shop without a backup for a day makes one.
  const missed = () =>
    run(databaseUrl, `select from pgboss.job where name = 'make-backup'`).then(
      (jobs) => jobs.length,
    )
  await enqueueMissedBackup({ ...shop, config })
  expect(await missed()).toBe(0)
  await run(databaseUrl, `update backups set started_at = now() - interval '25 hours'`)
  await enqueueMissedBackup({ ...shop, config })
  expect(await missed()).toBe(1)
  await enqueueMissedBackup({ ...shop, config: { ...config, backups: null } })
  expect(await missed()).toBe(1)
})

test('a disk that fills up in the middle of a table ends the backup at once, and the next one is made', async () => {
  await run(
    databaseUrl,
    `insert into rate_limits (key, count, last_request) select repeat(md5(n::text), 40) || n, 1, 0 from generate_series(1, 10000) n`,
  )
  let taken = 0
  const full: BackupPlace = {
    name: 'full',
    async write(_name, bytes) {
      for await (const part of bytes) if ((taken += part.length) > 150_000) throw new Error('full')
      return taken
    },
    remove: async () => {},
  }
  const making = makeBackup(shop, full, { passphrase: null, now, isScheduled: false })
  await expect(making).rejects.toThrow('full')
  const { manifest } = await back()
  const table = manifest.tables.find(({ name }) => name === 'public.rate_limits')
  expect(table?.rows).toBe(10_000)
  // The copy stopped in the middle of the table, not after it.
  expect(table?.bytes).toBeGreaterThan(10_000_000)
  expect(taken).toBeLessThan(500_000)
})

test('a product gets a word that no other has while a backup is made', async () => {
  const { productId } = await aProduct(shop)
  const { client } = await openSnapshot(databaseUrl)
  try {
    await shop.db.transaction(async (db) => {
      await db.execute(`set local lock_timeout = '2s'`)
      const name = 'Mpangowathu'
      await db.update(products).set({ name }).where(eq(products.id, productId))
    })
  } finally {
    await client.end()
  }
  const known = `select from search_words where word = 'mpangowathu'`
  expect((await shop.db.execute(known)).rowCount).toBe(1)
})
