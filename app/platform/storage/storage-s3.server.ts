import type { S3Client } from '@aws-sdk/client-s3'
import { requireStoragePath, STORED_FILE_CACHE_CONTROL, type Storage } from './storage.server.ts'

/** Any S3-compatible bucket. Throws when the bucket refuses or stays silent for `timeoutMs`, three times over. */
export function openS3Storage(options: {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  publicUrl: string
  timeoutMs?: number
}): Storage {
  const { bucket, timeoutMs = 20_000 } = options
  const publicUrl = options.publicUrl.replace(/\/+$/, '')
  let client: S3Client | undefined
  // The SDK is heavy: it is loaded with the first file, not with the server.
  async function reach() {
    const sdk = await import('@aws-sdk/client-s3')
    client ??= new sdk.S3Client({
      endpoint: options.endpoint,
      region: options.region,
      credentials: {
        accessKeyId: options.accessKeyId,
        secretAccessKey: options.secretAccessKey,
      },
      forcePathStyle: true,
      // Servers other than Amazon's refuse the checksums that the SDK adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: Math.min(timeoutMs, 5000),
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
    })
    return { sdk, client }
  }
  return {
    async put(path, bytes, contentType) {
      const Key = requireStoragePath(path)
      const { sdk, client } = await reach()
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: bucket,
          Key,
          Body: bytes,
          ContentType: contentType,
          CacheControl: STORED_FILE_CACHE_CONTROL,
        }),
      )
    },
    async has(path) {
      const Key = requireStoragePath(path)
      const { sdk, client } = await reach()
      try {
        await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key }))
        return true
      } catch (error) {
        if (error instanceof sdk.NotFound) return false
        throw error
      }
    },
    async read(path) {
      const Key = requireStoragePath(path)
      const { sdk, client } = await reach()
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key }))
        return { size: found.ContentLength ?? 0, bytes: found.Body as AsyncIterable<Buffer> }
      } catch (error) {
        if ((error as { name?: string }).name === 'NoSuchKey') return null
        throw error
      }
    },
    async remove(path) {
      const Key = requireStoragePath(path)
      const { sdk, client } = await reach()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }))
    },
    url: (path) => `${publicUrl}/${requireStoragePath(path)}`,
  }
}
