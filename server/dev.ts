import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'

/** Vite in front of the shop while it is worked on: its own files, hot reload, and the routes as they are now. */
export async function openDevServer() {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const { createServer: createHttp } = await import('node:http')
  // Vite listens for upgrades on a server it is given before ours exists: they are handed on.
  const bridge = createHttp()
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: bridge } },
  })
  const environment = vite.environments.ssr
  if (!isRunnableDevEnvironment(environment))
    throw new Error('Vite cannot run the server build here.')
  return {
    loadBuild: () => environment.runner.import<ServerBuild>('virtual:react-router/server-build'),
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
