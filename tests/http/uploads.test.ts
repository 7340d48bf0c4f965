import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { pictures } from '../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../support/app.ts'

const app = useApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await app.signIn('admin')
})

const photo = (width = 60, height = 75) =>
  sharp({ create: { width, height, channels: 3, background: '#a8371f' } })
    .jpeg()
    .toBuffer()

function formOf(bytes: Uint8Array, { name = 'dress.jpg', folder = 'products' } = {}) {
  const form = new FormData()
  form.set('folder', folder)
  form.set('file', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  return form
}
async function send(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const response = await admin.fetch('/admin/pictures', init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const listFiles = () => {
  const root = join(app.shop.config.dataDir, 'files')
  return existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
}
const files = () => listFiles().filter((name) => name.includes('.'))

/** A real PNG of this many pixels on each side, black, with one bit per pixel: about 50 kB as sent. */
function bomb(side: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc32(body), body.length + 4)
    return out
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each(['products', 'banners', 'categories'])(
  'a picture for %s is stored, and its answer is all that a form needs',
  async (folder) => {
    const { status, body } = await send(formOf(await photo(), { folder }))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: expect.stringMatching(new RegExp(`^/files/${folder}/[0-9a-f]{24}\\.jpg$`)),
      width: 60,
      height: 75,
      tint: expect.stringMatching(/^#[0-9a-f]{6}$/),
      widths: [60],
    })
    expect(await app.shop.db.$count(pictures)).toBe(1)
  },
)

describe('a file that is no accepted picture is refused with a message, and leaves nothing behind', () => {
  let before: number
  beforeEach(() => {
    before = files().length
  })
  const refused = async (answer: ReturnType<typeof send>, status: number, sentence: RegExp) => {
    const { status: got, body } = await answer
    expect([got, body['error']]).toEqual([status, expect.stringMatching(sentence)])
    expect(await app.shop.db.$count(pictures)).toBe(0)
    expect(files()).toHaveLength(before)
  }

  test('a file of 30 MB', async () => {
    await refused(send(formOf(Buffer.alloc(30 * 1024 * 1024))), 413, /larger than 15 MB/)
  })

  test('a text file named .png', async () => {
    const text = Buffer.from('I am a picture, believe me.')
    await refused(send(formOf(text, { name: 'dress.png' })), 400, /no JPEG, PNG/)
  })

  test('an SVG with a script', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    await refused(send(formOf(svg, { name: 'dress.svg' })), 400, /no JPEG, PNG/)
  })

  test('a picture of 20,000 x 20,000 pixels', async () => {
    const bytes = bomb(20_000)
    expect(bytes.length).toBeLessThan(200_000)
    await refused(send(formOf(bytes, { name: 'big.png' })), 400, /more than 50 megapixels/)
  })

  test('a truncated JPEG', async () => {
    const whole = await photo(1200, 1500)
    await refused(send(formOf(whole.subarray(0, whole.length / 2))), 400, /no JPEG, PNG/)
  })

  const HEAD =
    '--cut\r\nContent-Disposition: form-data; name="folder"\r\n\r\nproducts\r\n' +
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=cut' }

  test('an upload whose connection breaks', async () => {
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(HEAD))
        controller.enqueue(Buffer.alloc(5000, 7))
        controller.error(new Error('The sender left.'))
      },
    })
    await refused(send(half, multipart), 400, /did not arrive whole/)
  })

  test('an upload that ends before its last boundary', async () => {
    const bytes = Buffer.concat([Buffer.from(HEAD), await photo()])
    await refused(send(new Uint8Array(bytes), multipart), 400, /did not arrive whole/)
  })

  test.each([
    ['a folder of somebody’s own', () => formOf(Buffer.from('x'), { folder: '../../etc' })],
    ['no file', () => new FormData()],
    ['a form without files', () => new URLSearchParams({ folder: 'products', file: 'x' })],
  ])('%s', async (_what, make) => {
    await refused(send(make()), 400, /./)
  })

  test('two files at once', async () => {
    const form = formOf(await photo())
    form.append('file', new File([new Uint8Array(await photo())], 'two.jpg'))
    await refused(send(form), 400, /./)
  })

  test('a storage that fails half-way', async () => {
    const { storage } = app.shop
    let puts = 0
    app.shop.storage = {
      ...storage,
      async put(...args) {
        puts += 1
        if (puts === 2) throw new Error('the disk is full')
        await storage.put(...args)
      },
    }
    await refused(send(formOf(await photo(900, 1000))), 503, /Failed to upload images/)
    expect(puts).toBe(2)
  })
})

test('many simultaneous uploads are all accepted, and decoded one after the other', async () => {
  const bytes = await photo(1600, 2000)
  const all = await Promise.all(Array.from({ length: 6 }, () => send(formOf(bytes))))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})

test('a person’s slow upload leaves room for others, and holds its room until the picture is stored', async () => {
  const stored = Promise.withResolvers<void>()
  const { storage } = app.shop
  app.shop.storage = {
    ...storage,
    async put(...args) {
      await stored.promise
      await storage.put(...args)
    },
  }
  const bytes = await photo()
  const body = () => ({ method: 'POST', body: formOf(bytes) })
  const slow = Array.from({ length: 7 }, () => admin.fetch('/admin/pictures', body()))
  expect((await Promise.race(slow)).status).toBe(503)
  const other = await app.signIn('admin')
  const theirs = Array.from({ length: 3 }, () => other.fetch('/admin/pictures', body()))
  expect((await Promise.race(theirs)).status).toBe(503)
  stored.resolve()
  const all = await Promise.all([...slow, ...theirs])
  expect(all.filter(({ status }) => status === 200)).toHaveLength(8)
})

test('only staff who run the shop can upload, and only by POST', async () => {
  for (const role of ['customer', 'cashier'] as const) {
    const person = await app.signIn(role)
    const body = formOf(await photo())
    expect((await person.fetch('/admin/pictures', { method: 'POST', body })).status).toBe(403)
  }
  const stranger = await app
    .visit()
    .fetch('/admin/pictures', { method: 'POST', body: formOf(await photo()) })
  expect(stranger.headers.get('location')).toMatch(/^\/auth/)
  expect(await app.shop.db.$count(pictures)).toBe(0)
  expect((await admin.fetch('/admin/pictures')).status).toBe(405)
  expect((await admin.fetch('/admin/pictures', { method: 'PUT', body: 'x' })).status).toBe(405)
})
