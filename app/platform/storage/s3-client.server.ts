import type { S3Client } from '@aws-sdk/client-s3'

export type S3Settings = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  timeoutMs?: number
}

/** A client for any S3-compatible server. The SDK is heavy, so it is loaded with the first file, not at the start. */
export function connectS3(options: S3Settings) {
  const { timeoutMs = 20_000 } = options
  let client: S3Client | undefined
  return async () => {
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
}
