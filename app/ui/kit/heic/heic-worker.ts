// Runs in a worker (convert-heic.ts): converts one HEIC photo and posts a JPEG.
import openLibrary from 'libheif-js/libheif-wasm/libheif.js'
import address from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { MOST_PIXELS } from '../../../rules/media/uploads.ts'
import { colorSpaceOf } from './color-space.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import type { Conversion } from './heic.ts'

/** Members that the library's generated types lack. */
type HeifImage = {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  display(into: { data: Uint8ClampedArray }, done: (filled: object | null) => void): void
}
type Library = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }

async function convert(file: File): Promise<Conversion> {
  const program = await fetch(address)
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
    .catch(() => null)
  if (!program) return { ok: false, reason: 'heic-lost' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const library = openLibrary({
    wasmBinary: program,
    print: ignore,
    printErr: ignore,
  }) as unknown as Library
  const images = new library.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) return { ok: false, reason: 'heic-broken' }
  // The size of the upright picture, because the library rotates it.
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MOST_PIXELS) return { ok: false, reason: 'picture-too-many-pixels' }
  const picture = new ImageData(width, height, { colorSpace: colorSpaceOf(bytes) })
  const filled = await new Promise((done) => image.display(picture, done))
  if (!filled) return { ok: false, reason: 'heic-broken' }
  return { ok: true, jpeg: await encodeJpeg(await createImageBitmap(picture)) }
}

const ignore = () => {}

// Whatever throws here has run out of memory: the library reports a broken photo by its result.
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void convert(data)
    .catch((): Conversion => ({ ok: false, reason: 'heic-memory' }))
    .then((made) => postMessage(made))
})
