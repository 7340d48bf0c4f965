// @module-tag slow
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it, type Mock, onTestFinished, vi } from 'vitest'
import { useShop } from '../../../tests/support/shop.ts'
import { pictures } from '../../db/tables.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { renditionOf, smallJpegOf } from '../../rules/media/pictures.ts'
import { MOST_PICTURE_BYTES } from '../../rules/media/uploads.ts'
import { renderAvif } from './render-avif.ts'
import { storePicture } from './store-picture.ts'

const shop = useShop()
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a8371f' } })
const fileOf = (path: string) => join(shop.config.dataDir, 'files', path)

async function stored(bytes: Buffer) {
  const answer = await storePicture(shop, bytes, 'products')
  if (!answer.ok) throw new Error(answer.reason)
  const [row] = await shop.db.select().from(pictures).where(eq(pictures.id, answer.pictureId))
  if (!row) throw new Error('no row')
  return row
}

it('a photograph is stored in every width, upright and without its location', async () => {
  const photo = await canvas(1200, 1500)
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '15/1 47/1 0/1' } })
    .jpeg()
    .toBuffer()
  const row = await stored(photo)
  expect(row).toMatchObject({
    width: 960,
    height: 1200,
    widths: [160, 320, 640, 960],
    hasAvif: false,
  })
  expect(row.path).toMatch(/^products\/[0-9a-f]{24}\.jpg$/)
  expect(row.tint).toMatch(/^#[0-9a-f]{6}$/)
  for (const width of row.widths)
    expect(existsSync(fileOf(renditionOf(row.path, width, 'webp')))).toBe(true)
  const small = await sharp(await readFile(fileOf(smallJpegOf(row.path, row.widths)))).metadata()
  expect(small).toMatchObject({ format: 'jpeg', width: 160, height: 200 })
  const { exif } = await sharp(await readFile(fileOf(row.path))).metadata()
  expect(exif).toBeUndefined()
})

it('AVIF renditions are made later by a job, once, and the master is then deleted', async () => {
  const row = await stored(await canvas(400, 500).png().toBuffer())
  await renderAvif(shop, row.id)
  await renderAvif(shop, row.id)
  const [after] = await shop.db.select().from(pictures).where(eq(pictures.id, row.id))
  expect(after?.hasAvif).toBe(true)
  for (const width of row.widths)
    expect(existsSync(fileOf(renditionOf(row.path, width, 'avif')))).toBe(true)
  expect(existsSync(fileOf(row.path.replace('.jpg', '-master.webp')))).toBe(false)
})

it('a small picture is not enlarged', async () => {
  expect(await stored(await canvas(200, 250).webp().toBuffer())).toMatchObject({
    width: 200,
    widths: [160, 200],
  })
})

it.each([
  ['text', Buffer.from('GIF89a is what I say I am, and nothing follows')],
  ['nothing', Buffer.alloc(0)],
  ['SVG, which carries scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['half a JPEG', Buffer.from('\xff\xd8\xff\xe0 broken', 'latin1')],
])('%s is refused as not a picture', async (_what, bytes) => {
  expect(await storePicture(shop, bytes, 'products')).toMatchObject({
    ok: false,
    reason: 'picture-unreadable',
  })
  expect(await shop.db.$count(pictures)).toBe(0)
})

it('a file above 15 MB and a picture above 50 megapixels are refused before they are decoded', async () => {
  expect(await storePicture(shop, Buffer.alloc(MOST_PICTURE_BYTES + 1), 'products')).toMatchObject({
    reason: 'picture-too-large',
  })
  // Only the head of such a picture: who reads on finds nothing.
  const bomb = await canvas(8, 8).png().toBuffer()
  bomb.writeUInt32BE(8000, 16)
  bomb.writeUInt32BE(8000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  expect(await storePicture(shop, bomb, 'banners')).toMatchObject({
    reason: 'picture-too-many-pixels',
  })
})

it('a HEIC photo is refused with advice on what to do', async () => {
  const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(40)])
  expect(await storePicture(shop, bytes, 'products')).toEqual({ ok: false, reason: 'picture-heic' })
})

it('a picture is not called unreadable when the library for pictures does not load', async () => {
  const bytes = await canvas(8, 8).png().toBuffer()
  vi.doMock('sharp', () => {
    throw new Error('no library for this machine')
  })
  onTestFinished(() => {
    vi.doUnmock('sharp')
  })
  await expect(storePicture(shop, bytes, 'products')).rejects.toThrow()
})

it('why a picture was called unreadable is logged', async () => {
  const log = { warn: vi.fn() } as unknown as Log & { warn: Mock }
  const half = (await canvas(80, 80).png().toBuffer()).subarray(0, 60)
  expect(await storePicture({ ...shop, log }, half, 'products')).toMatchObject({
    reason: 'picture-unreadable',
  })
  expect(log.warn).toHaveBeenCalledWith({ error: expect.any(Error) }, 'picture not read')
})
