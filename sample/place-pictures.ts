import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contentTypeOf } from '../app/modules/media/store-picture.ts'
import type { Shop } from '../app/platform/shop.server.ts'
import { locateStoredFile } from '../app/platform/storage/storage-folder.server.ts'
import { renditionOf, renditionsOf } from '../app/rules/media/pictures.ts'

/** A finished picture in sample/files, as its manifest lists it: in every width as WebP and AVIF. */
type Finished = { base: string; width: number; height: number; tint: string; widths: number[] }
export type PlacedPicture = Finished & { path: string; hasAvif: true }

const FOLDER = join(import.meta.dirname, 'files')

/** Copies the finished pictures into the shop's storage; skips a picture that is already there. */
export async function placePictures(shop: Pick<Shop, 'storage' | 'config'>) {
  const placed = (await readManifest()).map(
    (picture): PlacedPicture => ({ ...picture, path: `${picture.base}.jpg`, hasAvif: true }),
  )
  const files = placed.flatMap(filesOf)
  if (shop.config.s3) await putAll(shop, files)
  else await linkAll(shop.config.dataDir, files)
  return placed
}

// A sample shop whose pictures have not been rendered (sample/studio/draw.ts) is still a shop.
async function readManifest() {
  const file = join(FOLDER, 'manifest.json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Finished[]) : []
}

const filesOf = ({ path, widths }: PlacedPicture) => [
  path,
  ...renditionsOf(path, widths),
  ...widths.map((width) => renditionOf(path, width, 'avif')),
]

async function putAll({ storage }: Pick<Shop, 'storage'>, files: string[]) {
  const waiting = [...files]
  const carry = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop())
      await storage.put(file, await readFile(join(FOLDER, file)), contentTypeOf(file))
  }
  await Promise.all(Array.from({ length: 8 }, carry))
}

// Storage would write and sync each of a thousand files, which takes longer than everything else. These bytes are
// already on the disk, so a second name is enough; nothing ever writes into a stored file.
async function linkAll(dataDir: string, files: string[]) {
  const folders = new Set<string>()
  for (const file of files) {
    const place = locateStoredFile(dataDir, file)
    if (!place) throw new Error(`${file} is no name for a stored file`)
    if (!folders.has(dirname(place))) await mkdir(dirname(place), { recursive: true })
    folders.add(dirname(place))
    if (existsSync(place)) continue
    const from = join(FOLDER, file)
    await link(from, place).catch(() => copyFile(from, place))
  }
  if (process.platform === 'win32') return
  for (const folder of folders) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}
