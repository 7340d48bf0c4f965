/** How long the shop may take to begin an answer, and to end it. */
export const TIME_LIMIT_MS = 25_000
/** How long a link waits for scripts that would do more with it (lazy-scripts.server.ts). */
export const LEAD_ON_MS = 5000

const SILENT = 'silent'
const silence = (at = '') => new TypeError(`${SILENT} ${at}`)
export const isSilent = (error: unknown) =>
  error instanceof TypeError && error.message.startsWith(SILENT)

/** A script that comes in time; else a failure that names it, so that it is asked for by another address (retry.ts). */
export const inTime = <M>(script: Promise<M>, path: string) =>
  new Promise<M>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(silence(new URL(path, location.href).href)),
      TIME_LIMIT_MS,
    )
    script.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const isData = (input: RequestInfo | URL) =>
  /\.data$|^\/healthz$/.test(
    new URL(input instanceof Request ? input.url : input, location.href).pathname,
  )

/**
 * A connection that is silent is broken: what the router fetches is given up after a time. Not what carries files: on a
 * slow connection that takes as long as it takes.
 */
export function limitFetch() {
  const send = window.fetch
  window.fetch = async (input, init = {}) => {
    if (!isData(input) || init.body instanceof FormData) return send(input, init)
    const limit = new AbortController()
    const giveUp = () => limit.abort(silence())
    init.signal?.addEventListener('abort', () => limit.abort(init.signal?.reason), { once: true })
    if (init.signal?.aborted) limit.abort(init.signal.reason)
    const timer = setTimeout(giveUp, TIME_LIMIT_MS)
    try {
      const answer = await send(input, { ...init, signal: limit.signal })
      // Of what it holds, too; an answer that has come is not hurt by it.
      setTimeout(giveUp, TIME_LIMIT_MS)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }
}
