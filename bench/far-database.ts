import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type RunningShop, startShop } from './shop.ts'

/** The delay in each direction. */
const LATE_MS = 1

/** Forwards data a moment later, as a network between two machines does. */
function passLate(from: Socket, to: Socket) {
  from.setNoDelay()
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), LATE_MS))
  from.on('error', () => to.destroy())
  from.on('close', () => setTimeout(() => to.destroy(), 2 * LATE_MS))
}

/** Starts a shop whose database is a server of its own 2 ms away: one more database in the PostgreSQL of `host`. */
export async function startShopFarFrom(
  host: RunningShop,
  name: string,
  settings: Record<string, string> = {},
): Promise<RunningShop> {
  const { host: folder, user, password } = host.pool.options
  await host.pool.query(`create database ${name}`)
  const server = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`)
    passLate(near, far)
    passLate(far, near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const shop = await startShop(1, {
    DATABASE_URL: `postgres://${String(user)}:${String(password)}@127.0.0.1:${port}/${name}`,
    SESSION_SECRET: 'for measuring only, nobody signs in with it',
    SAMPLE_SHOP: 'on',
    ...settings,
  })
  return {
    ...shop,
    async close() {
      await shop.close()
      server.close()
    },
  }
}
