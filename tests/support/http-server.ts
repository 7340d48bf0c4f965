import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import type { Handler } from '../../app/web/handle.server.ts'
import { loadAssets } from '../../server/files/assets.ts'
import { createShopServer, type ShopServerOptions } from '../../server/http-server.ts'

/** The shop's server around a handler of the test, with a few built and stored files. */
export async function openServer(
  handle: Handler,
  env: Record<string, string> = {},
  { assets, cache }: Partial<Pick<ShopServerOptions, 'assets' | 'cache'>> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zovala-http-'))
  const built = join(dataDir, 'client')
  mkdirSync(join(built, 'assets'), { recursive: true })
  mkdirSync(join(dataDir, 'files', 'products'), { recursive: true })
  for (const [name, content] of [
    ['app-1.js', 'plain'],
    ['app-1.js.br', brotliCompressSync('plain')],
  ] as const) {
    writeFileSync(join(built, 'assets', name), content)
  }
  writeFileSync(join(built, 'icon.svg'), '<svg/>')
  writeFileSync(join(dataDir, 'files', 'products', 'a.webp'), 'picture')
  const lines: string[] = []
  const server = createShopServer({
    config: readConfig({ DATA_DIR: dataDir, BASE_URL: 'https://shop.example', ...env }),
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    handle,
    assets: assets ?? loadAssets(built),
    ...(cache && { cache }),
  })
  server.http.listen(0, '127.0.0.1')
  await once(server.http, 'listening')
  onTestFinished(async () => {
    server.http.closeAllConnections()
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
  const { port } = server.http.address() as AddressInfo
  return { ...server, port, lines, built, origin: `http://127.0.0.1:${port}` }
}

/** Sends a request of exactly these bytes, which no proper client would send. */
export async function sendRaw(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  return text(socket)
}

/** Sends a request with Node's own client, which adds and follows nothing. */
export async function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const request = ask({ port, host: '127.0.0.1', path, headers, method })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
