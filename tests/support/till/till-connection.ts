import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `silent`: nothing arrives, and nobody is notified. `answers-lost`: requests of a till arrive, their answers do not.
 * `cut-after-post`, `cut-within-answer`: the next POST arrives; before, within or after its answer the connection
 * breaks for good.
 */
export type ConnectionState =
  | 'up'
  | 'down'
  | 'silent'
  | 'answers-lost'
  | 'cut-after-post'
  | 'cut-within-answer'
  | 'cut-after-answer'

/** The cable between a browser and the shop: a proxy that the browser has to use, and that can be cut. */
export async function openConnection() {
  const connection = {
    state: 'up' as ConnectionState,
    /** The POST at which the next cut happens. */
    cutAt: /./,
    /** The shop was rebuilt: it serves another service worker to its tills. */
    isNewBuild: false,
    /** The ids in each upload that reached the shop. */
    uploads: [] as string[][],
    answersLost: 0,
    port: 0,
    async cut() {
      connection.state = 'down'
      server.closeAllConnections()
    },
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
  const server = createServer((req, res) => void pass(req, res))
  // The browser may ask for nothing but the shop.
  server.on('connect', (_req, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())

  async function pass(req: IncomingMessage, res: ServerResponse) {
    const hangUp = () => void req.socket.destroy()
    const address = URL.canParse(req.url ?? '') ? new URL(req.url ?? '') : null
    if (connection.state === 'down' || !address) return hangUp()
    if (connection.state === 'silent') return undefined
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const isUpload = address.pathname === '/admin/pos/upload'
    if (isUpload) {
      const { things } = JSON.parse(body.toString()) as { things: { id: string }[] }
      connection.uploads.push(things.map(({ id }) => id))
    }
    const headers = { ...req.headers }
    // Uncompressed, so that the answer can be changed on its way.
    if (connection.isNewBuild) delete headers['accept-encoding']
    const onward = request(
      {
        host: '127.0.0.1',
        port: address.port,
        path: address.pathname + address.search,
        method: req.method,
        headers,
      },
      (answer) => {
        // Complete on the server's side, cut on the way back.
        if (connection.state === 'answers-lost' && isUpload)
          answer.resume().on('end', () => {
            connection.answersLost += 1
            hangUp()
          })
        else if (connection.state === 'down') hangUp()
        else if (connection.state === 'cut-after-answer' && req.method === 'POST') {
          // Whoever follows the redirect finds nothing there.
          connection.state = 'down'
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res)
        } else if (
          /^cut-/.test(connection.state) &&
          req.method === 'POST' &&
          connection.cutAt.test(address.pathname)
        ) {
          const isWithin = connection.state === 'cut-within-answer'
          void lose(answer, isWithin ? res : null).then(() => connection.cut())
        } else if (connection.isNewBuild && address.pathname === '/admin/pos/worker.js')
          void passNewWorker(answer, res)
        else {
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res)
        }
      },
    )
    onward.on('error', hangUp)
    // A request that was sent arrives, even when its sender has hung up.
    if (req.method !== 'POST') res.on('close', () => onward.destroy())
    return void onward.end(body)
  }

  /** Receives a whole answer, and passes on half of it, or nothing. */
  async function lose(answer: IncomingMessage, res: ServerResponse | null) {
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (!res) return
    res.writeHead(answer.statusCode ?? 200, { ...answer.headers, 'content-length': body.length })
    await new Promise((done) => res.write(body.subarray(0, body.length / 2), done))
  }

  async function passNewWorker(answer: IncomingMessage, res: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    const worker = Buffer.concat(parts).toString()
    const { 'content-length': _length, ...headers } = answer.headers
    res.writeHead(200, headers)
    res.end(worker.replace(/"version":"[^"]*"/, '"version":"next-build"'))
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  connection.port = (server.address() as AddressInfo).port
  return connection
}

export type TestConnection = Awaited<ReturnType<typeof openConnection>>
