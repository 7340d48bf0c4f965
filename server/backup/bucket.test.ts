import { expect, test } from 'vitest'
import { openS3StandIn } from '../../tests/support/storage/s3-stand-in.ts'
import { openBucket, readBucket } from './bucket.ts'

const MB = 1024 * 1024
const KEYS = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret of the bucket' }

async function* megabytes(count: number) {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(MB, n)
}
async function collect(source: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

test('a backup is uploaded to a bucket in parts, downloaded, and deleted', async () => {
  const { endpoint, objects } = await openS3StandIn()
  const place = openBucket('s3://copies/shop/', { ...KEYS, endpoint })
  expect(place.name).toBe('s3://copies/shop')
  expect(await place.write('a.tar', megabytes(33))).toBe(33 * MB)
  expect([...objects.keys()]).toEqual(['/copies/shop/a.tar'])
  const read = await readBucket('s3://copies/shop/a.tar', { ...KEYS, endpoint })
  expect((await collect(read)).equals(await collect(megabytes(33)))).toBe(true)
  await expect(readBucket('s3://copies/none.tar', { ...KEYS, endpoint })).rejects.toThrow(
    's3://copies/none.tar cannot be read (NoSuchKey).',
  )
  await place.remove('a.tar')
  expect(objects.size).toBe(0)
})

test('an upload that fails leaves nothing in the bucket', async () => {
  const { endpoint, objects, uploads, failing } = await openS3StandIn()
  const place = openBucket('s3://copies', { ...KEYS, endpoint })
  async function* cutOff() {
    yield* megabytes(20)
    throw new Error('the database is away')
  }
  await expect(place.write('a.tar', cutOff())).rejects.toThrow('the database is away')
  failing.parts = true
  await expect(place.write('b.tar', megabytes(1))).rejects.toThrow()
  expect([objects.size, uploads.size]).toEqual([0, 0])
})
