import type { AddressInfo } from 'node:net'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The faults of a connection. `delays`: each piece comes 100 ms late; `dribbles`: in pieces of a few bytes; `silent`:
 * nothing arrives until the fault is over; `cuts`, `resets`: connections end, new ones too; `loses-answers`: requests
 * arrive, and the answer cuts the connection; `corrupts`: each answer begins with a wrong byte. (A changed byte within
 * an amount could not be noticed without TLS; a wrong length is given up after 35 s.)
 */
export const FAULTS = [
  'delays',
  'dribbles',
  'silent',
  'cuts',
  'resets',
  'loses-answers',
  'corrupts',
] as const
export type Fault = (typeof FAULTS)[number]

const PIECE = 512

/** A proxy to a server whose connections can be given a fault. */
export async function openFaultProxy(target: NetConnectOpts) {
  const pairs = new Set<[Socket, Socket]>()
  let fault: Fault | null = null
  let { promise: over, resolve: end } = Promise.withResolvers<void>()

  const close = ([near, far]: [Socket, Socket], how: Fault | null) => {
    for (const socket of [near, far]) {
      if (how === 'resets' && socket === near) socket.resetAndDestroy()
      else socket.destroy()
    }
  }

  async function pass(pair: [Socket, Socket], from: Socket, to: Socket, isAnswer: boolean) {
    // Pieces are handled one after the other, so that no fault reorders them.
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (fault === 'silent') await over
      if (fault === 'delays') await wait(100)
      if (fault === 'loses-answers' && isAnswer) return close(pair, fault)
      if (fault === 'corrupts' && isAnswer) chunk[0] = (chunk[0] ?? 0) ^ 0xff
      if (fault === 'dribbles')
        for (let at = 0; at < chunk.length; at += PIECE) {
          to.write(chunk.subarray(at, at + PIECE))
          await wait(1)
        }
      else to.write(chunk)
    }
    to.end()
  }

  const server = createServer((near) => {
    near.on('error', () => {})
    if (fault === 'resets') near.resetAndDestroy()
    else if (fault === 'cuts') near.destroy()
    else lead(near)
  })

  function lead(near: Socket) {
    const far = connect(target)
    far.on('error', () => near.destroy())
    near.setNoDelay()
    far.setNoDelay()
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    far.on('close', () => {
      pairs.delete(pair)
      near.destroy()
    })
    near.on('close', () => far.destroy())
    for (const [from, to, isAnswer] of [
      [near, far, false],
      [far, near, true],
    ] as const)
      pass(pair, from, to, isAnswer).catch(() => close(pair, null))
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    start(next: Fault) {
      fault = next
      ;({ promise: over, resolve: end } = Promise.withResolvers<void>())
      if (next === 'cuts' || next === 'resets') for (const pair of pairs) close(pair, next)
    },
    end() {
      fault = null
      end()
    },
    close() {
      this.end()
      for (const pair of pairs) close(pair, null)
      server.close()
    },
  }
}

export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>

/** The same database through a proxy. */
export async function openDatabaseProxy(url: string) {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  const port = Number(address.port || 5432)
  const proxy = await openFaultProxy(
    folder?.startsWith('/')
      ? { path: `${folder}/.s.PGSQL.${port}` }
      : { host: address.hostname, port },
  )
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(proxy.port)
  return { proxy, url: address.href }
}
