import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDevServer } from './dev.ts'

// Alone in its worker: a development server that was closed keeps its router, and the files after it would
// get that one.
let dev: Awaited<ReturnType<typeof openDevServer>>
beforeAll(async () => {
  // With another NODE_ENV Vite would optimize the packages again, here and at the next `npm run dev`.
  vi.stubEnv('NODE_ENV', 'development')
  dev = await openDevServer()
})
afterAll(() => dev.close())

test.each([
  ['/', ['root', 'routes/shop/layout', 'routes/shop/home']],
  ['/_.data', ['root', 'routes/shop/layout', 'routes/shop/home']],
  ['/healthz', ['root', 'routes/operations/healthz']],
  ['/nowhere', ['root', 'routes/shop/layout', 'any-other-path']],
])('%s loads the routes that answer it, and no other screen', async (path, ids) => {
  const { routes } = await dev.loadBuild(path)
  const loaded = Object.values(routes).flatMap((route) =>
    route && ('loader' in route.module || 'ErrorBoundary' in route.module) ? [route.id] : [],
  )
  expect(loaded).toEqual(expect.arrayContaining(ids))
  expect(loaded.length).toBeLessThan(6)
})
