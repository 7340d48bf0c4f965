import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `answers-lost`: what is sent arrives, and what comes back does not. */
export type LineState = 'up' | 'down' | 'answers-lost'

/** The cable between a till and the shop, as a proxy that the browser must go through; it can be cut. */
export async function openLine() {
  const line = {
    state: 'up' as LineState,
    /** The shop was built anew: it has another service worker for its tills. */
    isNewBuild: false,
    /** The ids in each upload that reached the shop. */
    uploads: [] as string[][],
    answersLost: 0,
    port: 0,
    async cut() {
      line.state = 'down'
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
    if (line.state === 'down' || !address) return hangUp()
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const isUpload = address.pathname === '/admin/pos/upload'
    if (isUpload) {
      const { things } = JSON.parse(body.toString()) as { things: { id: string }[] }
      line.uploads.push(things.map(({ id }) => id))
    }
    const headers = { ...req.headers }
    // To be read on its way.
    if (line.isNewBuild) delete headers['accept-encoding']
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
        if (line.state === 'answers-lost' && isUpload)
          answer.resume().on('end', () => {
            line.answersLost += 1
            hangUp()
          })
        else if (line.state === 'down') hangUp()
        else if (line.isNewBuild && address.pathname === '/admin/pos/worker.js')
          void passNewWorker(answer, res)
        else {
          res.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(res)
        }
      },
    )
    onward.on('error', hangUp)
    // What is on its way up arrives, whoever has hung up.
    if (!isUpload) res.on('close', () => onward.destroy())
    return void onward.end(body)
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
  line.port = (server.address() as AddressInfo).port
  return line
}

export type TestLine = Awaited<ReturnType<typeof openLine>>
