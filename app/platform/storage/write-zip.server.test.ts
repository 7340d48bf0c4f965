import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { holds } from '../../../tests/support/properties/holds.ts'
import { writeZip, type ZippedFile } from './write-zip.server.ts'
import { listZip, readZip } from './zip.server.ts'

const AT = new Date('2026-11-26T12:00:00Z')

async function* each(files: readonly ZippedFile[]) {
  yield* files
}

/** What is in a zip as the import reads it. */
async function read(zip: ReadableStream<Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.zip')
  await writeFile(path, await buffer(zip))
  const entries = await listZip(path, 1000)
  const found: { name: string; bytes: string }[] = []
  for await (const { at, bytes } of readZip(path, new Set(entries.keys()), 1_000_000))
    found.push({ name: entries[at]?.name ?? '', bytes: bytes?.toString('hex') ?? 'unreadable' })
  return found
}

const name = fc.stringMatching(/^[a-zé0-9 _-]{1,20}\.jpg$/)

test('a written zip is read again with all names and bytes, also with an empty file and without files', () =>
  holds(
    fc.array(fc.tuple(name, fc.uint8Array({ maxLength: 200 })), { maxLength: 5 }),
    async (all) => {
      const files = all.map(([name, bytes]) => ({ name, bytes, at: AT }))
      expect(await read(await writeZip(each(files)))).toEqual(
        files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes).toString('hex') })),
      )
    },
  ))

test('a file is read only when the one before it was sent, and none after the download was aborted', async () => {
  const asked: number[] = []
  const isOver = Promise.withResolvers<void>()
  async function* files() {
    try {
      for (let n = 0; n < 1000; n += 1) {
        asked.push(n)
        yield { name: `${n}.jpg`, bytes: Buffer.alloc(100_000), at: AT }
      }
    } finally {
      isOver.resolve()
    }
  }
  const reader = (await writeZip(files())).getReader()
  for (let bytes = 0; bytes < 250_000; ) bytes += (await reader.read()).value?.length ?? 0
  expect(asked).toEqual([0, 1, 2])
  await reader.cancel(new Error('left'))
  await isOver.promise
  expect(asked.length).toBeLessThan(5)
})

test('a zip whose files cannot be read is aborted', async () => {
  async function* failing() {
    yield { name: 'a.jpg', bytes: Buffer.from('a'), at: AT }
    throw new Error('the storage is away')
  }
  await expect(buffer(await writeZip(failing()))).rejects.toThrow('the storage is away')
})
