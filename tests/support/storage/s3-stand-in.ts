import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** An S3-compatible server in memory: objects by `/bucket/key`, and uploads in parts. */
export async function openS3StandIn() {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const failing = { parts: false }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body: Buffer[] = []
    for await (const part of request) body.push(part as Buffer)
    const upload = searchParams.get('uploadId') ?? ''
    const xml = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = String(uploads.size + 1)
      uploads.set(id, new Map())
      return xml(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (request.method === 'PUT' && upload) {
      if (failing.parts) return xml(403, '<Error><Code>AccessDenied</Code></Error>')
      const number = Number(searchParams.get('partNumber'))
      uploads.get(upload)?.set(number, Buffer.concat(body))
      return response.writeHead(200, { etag: `"${number}"` }).end()
    }
    if (request.method === 'POST' && upload) {
      const parts = [...(uploads.get(upload) ?? [])].toSorted(([a], [b]) => a - b)
      objects.set(pathname, Buffer.concat(parts.map(([, part]) => part)))
      uploads.delete(upload)
      return xml(
        200,
        '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>',
      )
    }
    if (request.method === 'DELETE') {
      if (upload) uploads.delete(upload)
      else objects.delete(pathname)
      return response.writeHead(204).end()
    }
    if (request.method === 'PUT') {
      objects.set(pathname, Buffer.concat(body))
      return response.writeHead(200, { etag: '"one"' }).end()
    }
    const found = objects.get(pathname)
    if (!found) return xml(404, '<Error><Code>NoSuchKey</Code></Error>')
    return response.writeHead(200, { 'content-length': found.length }).end(found)
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A host name, because with an IP address the SDK never puts the bucket before the host.
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}`
  return { endpoint, objects, uploads, failing }
}
