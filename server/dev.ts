import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { Plugin } from 'vite'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>
/** A route whose module is loaded when the route is requested. */
type LazyRoute = Omit<Route, 'module'> & {
  module: Route['module'] | (() => Promise<Route['module']>)
}

// Stands for the module of a route that is not requested: the router needs a component on each screen before it knows
// which one is requested.
const NOT_ASKED_FOR = { default: () => null }
const SERVER_BUILD = '\0virtual:react-router/server-build'

/**
 * Makes the dev server's build name the routes' modules without loading them: transforming those of all screens took
 * three of the four seconds before the first page.
 *
 * Relies on `import * as routeN from` in the text of react-router's server build (8.4). If that text changes, all
 * modules are loaded at once.
 */
const lazyRoutes: Plugin = {
  name: 'lazy-routes',
  apply: 'serve',
  transform: (code, id) =>
    id === SERVER_BUILD
      ? code.replaceAll(
          /^ *import \* as (route\d+) from ("[^"\n]+");$/gm,
          'const $1 = () => import($2);',
        )
      : null,
}

const childrenOf = (routes: Routes, parentId?: string): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ module: _, ...route }) =>
      route.index
        ? (route as RouteObject)
        : ({ ...route, children: childrenOf(routes, route.id) } as RouteObject),
    )

/** The routes that match an address, or the data address of its page. */
function findMatched(routes: Routes, pathname: string) {
  const page = pathname.replace(/(_)?\.data$/, '')
  const matches = [pathname, page].flatMap((path) => matchRoutes(childrenOf(routes), path) ?? [])
  return new Set(['root', ...matches.map(({ route }) => route.id)])
}

/** Runs Vite in front of the shop during development: its own files, hot reload, and the current routes. */
export async function openDevServer() {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const { createServer: createHttp } = await import('node:http')
  // Vite registers for WebSocket upgrades on this server, because ours does not exist yet; `attach` forwards them.
  const bridge = createHttp()
  const vite = await createServer({
    appType: 'custom',
    plugins: [lazyRoutes],
    server: { middlewareMode: true, ws: { server: bridge } },
  })
  const environment = vite.environments.ssr
  if (!isRunnableDevEnvironment(environment))
    throw new Error('Vite cannot run the server build here.')
  const { runner } = environment

  /** The build with the modules of the routes that match an address; all others are left empty. */
  async function loadBuild(pathname: string): Promise<ServerBuild> {
    const build = await runner.import<ServerBuild>(SERVER_BUILD.slice(1))
    const matched = findMatched(build.routes, pathname)
    const load = async ([id, route]: [string, LazyRoute]) => {
      const { module } = route
      if (typeof module !== 'function') return [id, route]
      return [id, { ...route, module: matched.has(id) ? await module() : NOT_ASKED_FOR }]
    }
    const routes = Object.entries(build.routes as Record<string, LazyRoute>)
    return { ...build, routes: Object.fromEntries(await Promise.all(routes.map(load))) }
  }

  return {
    loadBuild,
    close: () => vite.close(),
    answer: (req: IncomingMessage, res: ServerResponse) =>
      new Promise<boolean>((resolve) => {
        res.once('close', () => resolve(true))
        vite.middlewares(req, res, () => resolve(false))
      }),
    attach(http: Server) {
      http.on('upgrade', (req, socket, head) => bridge.emit('upgrade', req, socket, head))
    },
  }
}
