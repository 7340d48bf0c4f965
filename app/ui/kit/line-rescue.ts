import { createPath } from 'react-router'
import type { Results } from './line.ts'
import { insist, nextSign } from './retriable.ts'
import { showToast } from './toaster.tsx'

export { ask, insist } from './retriable.ts'

type Place = { pathname: string; search: string; hash: string }
type Router = {
  state: {
    location: Place & { state: unknown }
    navigation: { state: string; location?: Place }
    loaderData: Record<string, unknown>
  }
  navigate: (
    to: string,
    options: { replace: boolean; preventScrollReset: boolean; state: unknown },
  ) => Promise<void>
}
declare global {
  interface Window {
    __reactRouterDataRouter: Router
    __reactRouterManifest: { routes: Record<string, { id: string; module: string }> }
    __reactRouterRouteModules: Record<string, unknown>
  }
}

export const sayLineIsDown = () =>
  showToast({
    tone: 'bad',
    title: 'No connection just now',
    description: 'Nothing is lost. Please try again in a moment.',
  })

// The line broke before the answer, or within it. What the server itself reports is neither.
const isLost = (result: unknown) =>
  result instanceof TypeError || /^Error: Unable to decode/.test(String(result))

const isAt = (one: Pick<Place, 'pathname' | 'search'>, other: typeof one) =>
  one.pathname + one.search === other.pathname + other.search

/** Ends a navigation that cannot be finished: the page stays, and says why. */
function stay({ navigate, state }: Router) {
  sayLineIsDown()
  const { location } = state
  return navigate(createPath(location), {
    // After a step back the address is another one already: this one is put on top of it again.
    replace: isAt(window.location, location),
    preventScrollReset: true,
    state: location.state,
  })
}

const never = new Promise<never>(() => {})

const findRouter = () => {
  const { __reactRouterDataRouter: router } = window
  return router
}

/** What could not be fetched must not take the page down. */
export async function rescue(request: Request, results: Results): Promise<Results> {
  const lost = Object.keys(results).filter((id) => isLost(results[id]?.result))
  if (lost.length === 0 || request.signal.aborted) return results
  const router = findRouter()
  const { location, navigation, loaderData } = router.state
  const isHere = request.method === 'GET' && isAt(new URL(request.url), location)
  if (!isHere && navigation.state !== 'idle') {
    void stay(router)
    return never
  }
  if (!isHere) sayLineIsDown()
  for (const id of lost) results[id] = { type: 'data', result: isHere ? loaderData[id] : undefined }
  return results
}

/** Says what a screen's missing script means for who is waiting for it, and waits for the next sign. */
async function explain(file: string) {
  const sign = nextSign()
  const answer = await fetch(file, { cache: 'no-store' }).catch(() => null)
  const router = findRouter()
  const { navigation } = router.state
  if (navigation.location) {
    // The shop answers without it: it has been renewed since this page came.
    if (answer) window.location.assign(createPath(navigation.location))
    else void stay(router)
  }
  return sign
}

/**
 * From now on each screen's script is asked for until it is there. Left to itself the router reloads the
 * page when one cannot be fetched, which without a line ends on the browser's own error page.
 */
export function guardScreens() {
  const { __reactRouterRouteModules: found, __reactRouterManifest: table } = window
  for (const { id, module } of Object.values(table.routes)) {
    if (id in found) continue
    const load = (): Promise<unknown> => import(/* @vite-ignore */ module)
    let asked: Promise<unknown> | undefined
    const find = () => (asked ??= insist(load, () => explain(module)).then(keep))
    const keep = (value: unknown) => {
      Object.defineProperty(found, id, { value, writable: true })
      return value
    }
    // The router may be fetching this one already, and writes down what it gets.
    Object.defineProperty(found, id, { configurable: true, get: find, set: keep })
  }
}
