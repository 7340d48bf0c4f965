// A web process: several share one port.
import type { ServerBuild } from 'react-router'
import { readPool } from '../app/platform/health.server.ts'
import { openShop } from '../app/platform/shop.server.ts'
import { isPlain } from '../app/rules/plain.ts'
import { createHandler } from '../app/web/handle.server.ts'
import { createMetrics } from '../app/web/metrics.server.ts'
import { createPageCache } from '../app/web/render/page-cache.server.ts'
import { openChild } from './child.ts'
import { openDevServer } from './dev.ts'
import { loadAssets } from './files/assets.ts'
import { cacheFound, findBuiltFile, keepBuiltFiles } from './files/built-files.ts'
import { createShopServer } from './http-server.ts'
import { giveBackMemory } from './memory/give-back-memory.ts'
import { readAllMetrics, shareMetrics } from './shared-metrics.ts'

const BUILD = '../build/server/index.js'
// A process computes on one core: more statements at a time than this would wait for each other in PostgreSQL.
const child = openChild('web', ({ webConnections }) => webConnections)
const { config, databaseUrl, log, connections } = child
const shop = await openShop(config, databaseUrl, log, { connections, caches: true })
const metrics = createMetrics({ pool: () => readPool(shop), readAll: readAllMetrics })
shareMetrics(metrics.registry)
const isDev = process.argv.includes('--dev')

const server = isDev ? await openDev() : await openBuilt()
server.http.on('error', (error) => {
  log.fatal({ error }, 'cannot listen')
  log.flush(() => process.exit(1))
})
giveBackMemory()
server.http.listen({ port: config.port, host: config.host, backlog: 511 }, () =>
  process.send?.('ready'),
)
child.closeWith(async (hasSuccessor) => {
  await (hasSuccessor ? server.leave() : server.close())
  await shop.close()
})

async function openBuilt() {
  const build = (await import(BUILD)) as ServerBuild
  const handle = createHandler(build, shop, metrics)
  const assets = loadAssets(
    'build/client',
    cacheFound((path) => findBuiltFile(shop.db, path)),
  )
  // A process that starts while the database is away serves what it can.
  await keepBuiltFiles(shop.db, assets).catch((error: unknown) =>
    log.error({ error }, 'other copies of the shop do not get the files of this build'),
  )
  if (isPlain('page-cache')) return createShopServer({ config, log, handle, assets })
  const cache = createPageCache(shop.events, log, (path) =>
    handle(new Request(new URL(path, config.baseUrl)), { ip: '127.0.0.1', id: 'page-cache' }),
  )
  metrics.watchPageCache(() => cache.figures())
  return createShopServer({ config, log, handle, assets, cache })
}

async function openDev() {
  const vite = await openDevServer()
  // Starts loading before the first request, which then waits only for the rest. An error here shows again at that
  // request.
  void vite.loadBuild('/').catch(() => {})
  return createShopServer({
    config,
    log,
    handle: async (request, connection) =>
      createHandler(
        await vite.loadBuild(new URL(request.url).pathname),
        shop,
        metrics,
      )(request, connection),
    before: (req, res) => vite.answer(req, res),
    attach: (http) => vite.attach(http),
  })
}
