/** How long the shop may take to start an answer, and how long to finish it. */
export const TIME_LIMIT_MS = 25_000
/** How long a link waits for scripts that would do more with it (lazy-scripts.server.ts). */
export const LEAD_ON_MS = 5000

const SILENT = 'silent'
const silence = (at = '') => new TypeError(`${SILENT} ${at}`)
export const isSilent = (error: unknown) =>
  error instanceof TypeError && error.message.startsWith(SILENT)

/**
 * Resolves with a script that loads in time; otherwise rejects with its address, so that retry.ts requests it by
 * another one.
 */
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
 * Treats a silent connection as broken: what the router fetches is given up after a time. Uploads are exempt, because
 * on a slow connection they may take long.
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
      // The body has a limit, too; aborting a finished answer does nothing.
      setTimeout(giveUp, TIME_LIMIT_MS)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }
}
