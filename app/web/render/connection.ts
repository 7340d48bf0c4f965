import { useEffect } from 'react'
import type { MiddlewareFunction } from 'react-router'

export type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/** What to do when the connection breaks; fetched while it is there, after the page is ready. */
export let help: typeof import('./connection-recovery.ts') | undefined

/** Around everything that the router fetches; acts that have words of their own for a broken connection come first (`clientAction`). */
export const keepPage: MiddlewareFunction<Results> = ({ request }, next) =>
  help ? help.recover(request, next) : next()

/** An `import()` that may be tried again. */
export const ask = <M>(load: () => Promise<M>) => (help ? help.ask(load) : load())

export function useRecovery() {
  useEffect(() => {
    // Hot reloading has its own ways with scripts that change; off: plain-browser.server.ts.
    if (import.meta.env.DEV || 'isUnguarded' in window) return
    import('./connection-recovery.ts').then(
      (file) => {
        help = file
        file.guardScreens()
      },
      () => {},
    )
  }, [])
}
