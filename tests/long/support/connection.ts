import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The connection between a browser and the shop: a cut one refuses every connection, as a machine does that is off. */
export function openConnection({ from, to }: { from: number; to: number }) {
  const sockets = new Set<Socket>()
  let server: Server | undefined

  function pass(near: Socket) {
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }

  return {
    async restore() {
      server = createServer(pass).listen(from, 'localhost')
      await once(server, 'listening')
    },
    async cut() {
      const closed = server && once(server, 'close')
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closed
      server = undefined
    },
  }
}

export type Connection = ReturnType<typeof openConnection>
