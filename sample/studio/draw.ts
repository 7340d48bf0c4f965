// Draws the sample shop's pictures: `node sample/studio/draw.ts [slug or base…]`, all of them without a name.
import { fork } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { renderRenditions } from '../../app/modules/media/render-renditions.ts'
import { products } from '../catalogue.ts'
import { develop, render } from './light/render.ts'
import { bannerPictures, categoryPictures, type Picture, productPictures } from './scenes.ts'

type Entry = { base: string; width: number; height: number; tint: string; widths: number[] }

const folder = new URL('../files/', import.meta.url)
const manifest = new URL('manifest.json', folder)

function picturesNamed(names: readonly string[]): Picture[] {
  const all = [
    ...products.flatMap((p) => productPictures(p.slug)),
    ...categoryPictures,
    ...bannerPictures,
  ]
  if (names.length === 0) return all
  return all.filter(({ base }) =>
    names.some(
      (n) => base === n || base.replace(/^products\/|-\d$/g, '') === n || base.split('/')[0] === n,
    ),
  )
}

/** The mean colour of the rim, where the paper shows: what to show before the picture comes. */
function tintOf(rgb: Buffer, width: number, height: number): string {
  const sum = [0, 0, 0]
  let n = 0
  for (let y = 4; y < height; y += 12)
    for (const x of [4, 20, width - 20, width - 5]) {
      n++
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (rgb[(y * width + x) * 3 + c] ?? 0)
    }
  return `#${sum
    .map((s) =>
      Math.round(s / n)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

async function draw(picture: Picture): Promise<Entry> {
  const { width, height } = picture.view
  const rgb = develop(await render(picture.scene(), picture.view))
  const made = await renderRenditions(
    sharp(rgb, { raw: { width, height, channels: 3 } }),
    picture.widths,
    ['jpg', 'webp', 'avif'],
    picture.allowance,
  )
  await mkdir(dirname(new URL(picture.base, folder).pathname), { recursive: true })
  for (const { suffix, bytes } of made)
    await writeFile(new URL(picture.base + suffix, folder), bytes)
  const largest = made.reduce((a, b) => (b.width > a.width ? b : a))
  return {
    base: picture.base,
    width: largest.width,
    height: largest.height,
    tint: tintOf(rgb, width, height),
    widths: [...picture.widths],
  }
}

async function drawAll(names: readonly string[]): Promise<void> {
  const bases = picturesNamed(names).map((p) => p.base)
  if (bases.length === 0) throw new Error(`no picture is called ${names.join(', ')}`)
  const entries = new Map<string, Entry>()
  if (names.length > 0) {
    const before: Entry[] = JSON.parse(await readFile(manifest, 'utf8').catch(() => '[]'))
    for (const entry of before) entries.set(entry.base, entry)
  }
  let done = 0
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const painter = fork(fileURLToPath(import.meta.url), ['--painter'])
      const next = () => painter.send(bases.shift() ?? 'done')
      painter.on('message', (entry: Entry) => {
        entries.set(entry.base, entry)
        console.log(`${++done} ${entry.base}`)
        next()
      })
      painter.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error('a painter stopped before it was done')),
      )
      next()
    })
  await Promise.all([work(), work()])
  const list = [...entries.values()].sort((a, b) => a.base.localeCompare(b.base))
  await writeFile(manifest, `[\n${list.map((e) => `  ${JSON.stringify(e)}`).join(',\n')}\n]\n`)
}

/** Draws what the parent names, one after another, until it says done. */
function takeOrders(): void {
  const known = new Map(picturesNamed([]).map((p) => [p.base, p]))
  process.on('message', (base: string) => {
    const picture = known.get(base)
    if (picture) void draw(picture).then((entry) => process.send?.(entry))
    else process.disconnect()
  })
}

if (process.argv[2] === '--painter') takeOrders()
else await drawAll(process.argv.slice(2))
