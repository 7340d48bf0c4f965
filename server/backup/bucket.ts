import { connectS3, type S3Settings } from '../../app/platform/storage/s3-client.server.ts'
import { ShownError } from '../shown-error.ts'
import { ByteReader } from './byte-reader.ts'
import type { BackupPlace } from './places.ts'

// Parts of 16 MB, of which a bucket takes 10,000: 160 GB.
const PART = 16 * 1024 * 1024

function locate(address: string) {
  const { hostname, pathname } = new URL(address)
  return { bucket: hostname, path: pathname.replaceAll(/^\/+|\/+$/g, '') }
}

/** `s3://bucket/prefix`. A bucket shows nothing of an upload that was not completed. */
export function openBucket(address: string, settings: S3Settings): BackupPlace {
  const { bucket: Bucket, path } = locate(address)
  const keyOf = (name: string) => (path ? `${path}/${name}` : name)
  const reach = connectS3({ ...settings, timeoutMs: 120_000 })
  return {
    name: address.replace(/\/+$/, ''),
    async write(name, bytes) {
      const { sdk, client } = await reach()
      const target = { Bucket, Key: keyOf(name) }
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
      const upload = { ...target, UploadId }
      const reader = new ByteReader(bytes)
      const parts: { ETag: string | undefined; PartNumber: number }[] = []
      let size = 0
      try {
        for (let PartNumber = 1; ; PartNumber += 1) {
          const Body = await reader.read((await reader.peek(PART)).length)
          if (Body.length === 0) break
          const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body })
          const { ETag } = await client.send(part)
          parts.push({ ETag, PartNumber })
          size += Body.length
        }
        await client.send(
          new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
        )
        return size
      } catch (error) {
        await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
        throw error
      }
    },
    async remove(name) {
      const { sdk, client } = await reach()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(name) }))
    },
  }
}

/** The bytes of `s3://bucket/name`. */
export async function readBucket(address: string, settings: S3Settings) {
  const { bucket, path } = locate(address)
  const { sdk, client } = await connectS3(settings)()
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: path }))
    return Body as AsyncIterable<Buffer>
  } catch (error) {
    const { name = 'no answer' } = error as { name?: string }
    throw new ShownError(`${address} cannot be read (${name}).`)
  }
}
