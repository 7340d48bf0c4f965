import { connectS3, type S3Settings } from './s3-client.server.ts'
import { requireStoragePath, type Storage, storedFileCacheControl } from './storage.server.ts'

/** Any S3-compatible bucket. Throws when the bucket refuses or stays silent for `timeoutMs`, three times over. */
export function openS3Storage(
  options: S3Settings & { bucket: string; publicUrl: string },
): Storage {
  const { bucket } = options
  const publicUrl = options.publicUrl.replace(/\/+$/, '')
  const reach = connectS3(options)
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
          CacheControl: storedFileCacheControl(path),
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
