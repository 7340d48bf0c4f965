import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import { BadBackup, ByteReader } from './byte-reader.ts'
import { chooseRemoved } from './rotation.ts'
import { TAR_END, TarReader, tarEntry } from './tar.ts'

const body = fc.uint8Array({ maxLength: 1600 }).map((bytes) => Buffer.from(bytes))
const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 })

async function* inPieces(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}
async function collect(source: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
async function* archiveOf(entries: readonly (readonly [string, Buffer])[]) {
  for (const [name, bytes] of entries) yield* tarEntry(name, bytes.length, [bytes])
  yield TAR_END
}
async function readAll(bytes: Buffer, pieces: readonly number[]) {
  const archive = new TarReader(new ByteReader(inPieces(bytes, pieces)))
  const entries: [string, Buffer][] = []
  for (let entry = await archive.peek(); entry; entry = await archive.peek())
    entries.push([entry.name, await archive.whole(1e6)])
  return entries
}

const name = fc.oneof(
  fc.stringMatching(/^[a-z]{1,20}(\/[a-z0-9.-]{1,99}){0,2}$/),
  fc
    .tuple(fc.stringMatching(/^[a-z]{1,150}$/), fc.stringMatching(/^[a-z]{1,100}$/))
    .map((parts) => parts.join('/')),
)

test('an archive returns its entries byte by byte, in whatever chunks it is read', () =>
  holds(
    fc.tuple(fc.array(fc.tuple(name, body), { maxLength: 4 }), sizes),
    async ([entries, pieces]) => {
      expect(await readAll(await collect(archiveOf(entries)), pieces)).toEqual(entries)
    },
  ))

test('a name that an archive cannot hold is refused when it is written, and never stored as another', () =>
  holds(
    fc.oneof(
      anyText(60),
      fc.string({ minLength: 90, maxLength: 270, unit: fc.constantFrom('a', '/', 'é', '👗') }),
    ),
    async (name) => {
      const archive = await collect(archiveOf([[name, Buffer.from('x')]])).catch(() => null)
      if (archive) expect(await readAll(archive, [700])).toEqual([[name, Buffer.from('x')]])
    },
  ))

test('an archive with a changed header is refused, and no damage has another effect', () =>
  holds(
    fc.tuple(
      fc.array(fc.tuple(name, body), { minLength: 1, maxLength: 3 }),
      fc.nat(100_000),
      fc.integer({ min: 1, max: 255 }),
    ),
    async ([entries, at, by]) => {
      const bytes = await collect(archiveOf(entries))
      const place = at % bytes.length
      bytes.writeUInt8(bytes.readUInt8(place) ^ by, place)
      try {
        const read = await readAll(bytes, [700])
        expect(read.map(([name]) => name)).toEqual(
          entries.map(([name]) => name).slice(0, read.length),
        )
      } catch (error) {
        expect(error).toBeInstanceOf(BadBackup)
      }
    },
  ))

test('bytes are read in the requested lengths, whatever the chunks in which they arrive', () =>
  holds(fc.tuple(body, sizes, sizes), async ([bytes, pieces, lengths]) => {
    const reader = new ByteReader(inPieces(bytes, pieces))
    let at = 0
    for (const length of lengths) {
      const end = Math.min(at + length, bytes.length)
      expect((await reader.peek(length)).equals(bytes.subarray(at, end))).toBe(true)
      if (end - at < length) {
        await expect(reader.read(length)).rejects.toThrow(BadBackup)
        return
      }
      expect((await reader.read(length)).equals(bytes.subarray(at, end))).toBe(true)
      at = end
    }
    expect((await collect(reader.stream(bytes.length - at))).equals(bytes.subarray(at))).toBe(true)
  }))

test('a rotation of backups keeps the newest, one for each of the days and weeks, and never the older of two', () =>
  holds(
    fc.record({
      hours: fc.uniqueArray(fc.nat(24 * 120), { maxLength: 40 }),
      days: fc.integer({ min: 1, max: 10 }),
      weeks: fc.nat(6),
    }),
    ({ hours, days, weeks }) => {
      const backups = hours.map((hour) => ({ startedAt: new Date(Date.UTC(2026, 0, 1, hour)) }))
      const removed = new Set(chooseRemoved(backups, { days, weeks }))
      const kept = backups.filter((backup) => !removed.has(backup))
      expect(kept.length).toBeLessThanOrEqual(days + weeks)
      const newest = backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0]
      if (newest) expect(kept).toContain(newest)
      expect(chooseRemoved(kept, { days, weeks })).toEqual([])
    },
  ))
