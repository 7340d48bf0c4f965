import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testConfig } from '../../../../tests/support/shop.ts'
import { withNewFile } from '../../../modules/imports/pictures/zip-files.ts'
import { holdFiles } from '../../../web/forms/parse-upload.ts'
import { receiveFile } from './receive-file.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zovala-receive-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const MEGABYTE = 1024 * 1024
const MEGABYTE_OF_FILE = Buffer.alloc(MEGABYTE)
const HEAD =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n'

const kept = () => readdirSync(join(dataDir, 'imports'))
const sizeOf = (name: string) => statSync(join(dataDir, 'imports', name)).size

/** Sends the start of a form with a file of this many megabytes; once some of it is written, the connection breaks. */
function brokenAfter(megabytes: number) {
  const sent = [Buffer.from(HEAD), ...Array.from({ length: megabytes }, () => MEGABYTE_OF_FILE)]
  const body = new ReadableStream({
    async pull(to) {
      const next = sent.shift()
      if (next) return to.enqueue(new Uint8Array(next))
      await vi.waitFor(() =>
        expect(kept().map(sizeOf)).toEqual([expect.toSatisfy((size: number) => size > 0)]),
      )
      to.error(new Error('connection lost'))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  return new Request('http://localhost/', init)
}
const receive = (megabytes: number, mostBytes: number) =>
  holdFiles({ id: 'ann', kind: 'staff' }, 1, () =>
    withNewFile({ config: testConfig(dataDir) }, (path) =>
      receiveFile(brokenAfter(megabytes), path, mostBytes),
    ),
  )

test('an upload that is interrupted is reported, leaves no file and frees its slot', {
  tags: 'slow',
  timeout: 20_000,
}, async () => {
  // One upload more than there are places.
  for (let count = 1; count <= 9; count += 1)
    expect(await receive(1, 9 * MEGABYTE)).toMatchObject({
      name: 'a.zip',
      refusal: { ok: false, reason: 'import-cut' },
    })
  expect(kept()).toEqual([])
})

test('a file that is too large is refused long before it has been received', async () => {
  expect(await receive(99, MEGABYTE)).toMatchObject({ name: 'a.zip', refusal: 'too-large' })
}, 20_000)
