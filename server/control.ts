import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Config } from '../app/platform/config.server.ts'
import { folderForSocket } from './postgres/postgres-place.ts'

/** What a command asks of the running shop: report its folder, or continue from the release in `folder`. */
export type Command = { act: 'status' } | { act: 'reload'; folder: string }
export type Report = { ok: boolean; text: string; folder: string; supervisor: string }

/**
 * The address at which `npm run reload` and `npm run upgrade` reach the running shop: a socket in the data folder that
 * only the shop's own account may open. Its name contains the host and the port, because two copies may share that
 * folder, on one machine or on two.
 */
function addressOf({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>) {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)
  if (process.platform === 'win32') return `\\\\.\\pipe\\zovala-${hash(`${dataDir} ${port}`)}`
  const name = `control-${hash(`${hostname()} ${port}`)}`
  return join(folderForSocket(dataDir, name), name)
}

/** Accepts commands until it is closed; only one process of this shop runs on this machine and port. */
export async function takeCommands(
  config: Pick<Config, 'dataDir' | 'port'>,
  obey: (command: Command) => Promise<Report>,
) {
  const path = addressOf(config)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    createInterface(socket).once('line', (line) => {
      answer(socket, line).catch(() => socket.destroy())
    })
  })
  const answer = async (socket: Socket, line: string) => {
    socket.end(`${JSON.stringify(await obey(JSON.parse(line) as Command))}\n`)
  }
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}

/** The running shop's answer; null when no shop runs with these settings, or it ended before it answered. */
export async function sendCommand(
  config: Pick<Config, 'dataDir' | 'port'>,
  command: Command,
): Promise<Report | null> {
  const socket = connect(addressOf(config))
  try {
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(command)}\n`)
    const answer = await text(socket)
    return answer ? (JSON.parse(answer) as Report) : null
  } catch {
    return null
  }
}

/** The address at which a process of this machine reaches the shop. */
export function originHere({ host, port }: Pick<Config, 'host' | 'port'>) {
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}
