import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `silent`: nothing arrives, and nobody is told. `answers-lost`: what a till sends arrives, and what comes back does
 * not. `cut-after-post`, `cut-within-answer`: the next POST arrives; before, within or after its answer the connection
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

/** The cable between a browser and the shop, as a proxy that the browser must go through; it can be cut. */
export async function openConnection() {
  const connection = {
    state: 'up' as ConnectionState,
    /** Which POST the next cut waits for. */
    cutAt: /./,
    /** The shop was built anew: it has another service worker for its tills. */
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
  // Nothing but the shop is ever asked for.
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
    // To be read on its way.
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
        // Whole on the server's side, cut on the way back.
        if (connection.state === 'answers-lost' && isUpload)
          answer.resume().on('end', () => {
            connection.answersLost += 1
            hangUp()
          })
        else if (connection.state === 'down') hangUp()
        else if (connection.state === 'cut-after-answer' && req.method === 'POST') {
          // Whoever follows it finds nothing there.
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
    // What is on its way up arrives, whoever has hung up.
    if (req.method !== 'POST') res.on('close', () => onward.destroy())
    return void onward.end(body)
  }

  /** Takes an answer whole, and lets half of it through, if any. */
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
