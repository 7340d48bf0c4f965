import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateStoredFile, openFolderStorage, writeWhole } from './storage-folder.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zovala-files-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))
const picture = Uint8Array.of(0x89, 0x50, 0x00, 0xff)

test('an uploaded picture is stored in the data folder under its path, without temporary files', async () => {
  const storage = openFolderStorage(dataDir)
  await storage.put('products/4f1c/640.webp', picture, 'image/webp')
  expect(await readFile(join(dataDir, 'files/products/4f1c/640.webp'))).toEqual(
    Buffer.from(picture),
  )
  expect(storage.url('products/4f1c/640.webp')).toBe('/files/products/4f1c/640.webp')
  expect(locateStoredFile(dataDir, 'products/4f1c/640.webp')).toBe(
    join(dataDir, 'files/products/4f1c/640.webp'),
  )
  expect(await readdir(join(dataDir, 'files'), { recursive: true })).toEqual([
    'products',
    'products/4f1c',
    'products/4f1c/640.webp',
  ])
})

test('a picture can be removed, and removing it twice is no error', async () => {
  const storage = openFolderStorage(dataDir)
  await storage.put('banners/a.jpg', picture, 'image/jpeg')
  await storage.remove('banners/a.jpg')
  await storage.remove('banners/a.jpg')
  await storage.remove('never/was.jpg')
  expect(await readdir(join(dataDir, 'files/banners'))).toEqual([])
})

test.each([
  '../secrets.json',
  'products/../../secrets.json',
  'products/..',
  '/etc/passwd',
  'products//a.jpg',
  'products/',
  '',
  '.',
  'products/.hidden',
  'products\\..\\a.jpg',
  'C:a.jpg',
  'a\0.jpg',
  'a.jpg\n',
  '%2e%2e/a',
  'ä.jpg',
  'a'.repeat(256),
])('%j is not a storage path: it is not written, removed, listed or served', async (path) => {
  const storage = openFolderStorage(join(dataDir, 'inner'))
  await writeFile(join(dataDir, 'secrets.json'), 'kept')
  await expect(storage.put(path, picture, 'image/jpeg')).rejects.toThrow('Not a storage path')
  await expect(storage.remove(path)).rejects.toThrow('Not a storage path')
  expect(() => storage.url(path)).toThrow('Not a storage path')
  expect(locateStoredFile(dataDir, path)).toBeNull()
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

const version = (n: number) => String(n % 10).repeat(200_000)

test('a file is always complete: a reader during fifty rewrites gets one of the versions', async () => {
  const file = join(dataDir, 'letter.json')
  await writeWhole(file, version(0))
  const seen: Promise<string>[] = []
  for (let n = 1; n <= 50; n++) {
    const write = writeWhole(file, version(n))
    seen.push(readFile(file, 'utf8'))
    await write
  }
  for (const text of await Promise.all(seen)) expect(text).toBe(version(Number(text[0])))
  expect(await readdir(dataDir)).toEqual(['letter.json'])
})

test('a write that fails leaves nothing behind', async () => {
  await openFolderStorage(dataDir).put('products/a.jpg', picture, 'image/jpeg')
  await expect(writeWhole(join(dataDir, 'files/products'), 'over a folder')).rejects.toThrow()
  expect(await readdir(join(dataDir, 'files'))).toEqual(['products'])
  expect((await stat(join(dataDir, 'files/products/a.jpg'))).size).toBe(4)
})
