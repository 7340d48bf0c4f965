/** What the server tells of: `open` each time the connection is there again, `end` when it ends for good. */
type News = { open: null; sale: string | null; till: string; end: null }
type Handler = { [K in keyof News]?: (what: News[K]) => void }

const handlers = new Set<Handler>()
let source: EventSource | null = null

/**
 * Listens to the server's event stream; gives what stops it. One connection for all that a tab listens for: a
 * browser opens six to a shop, over all its tabs.
 */
export function listenForNews(handler: Handler) {
  handlers.add(handler)
  source ??= open()
  return () => {
    handlers.delete(handler)
    if (handlers.size === 0) close()
  }
}

function close() {
  source?.close()
  source = null
}

function tell<K extends keyof News>(kind: K, what: News[K]) {
  for (const handler of handlers) handler[kind]?.(what)
}

const read = (event: Event) => JSON.parse((event as MessageEvent<string>).data) as never

function open() {
  const opened = new EventSource('/events')
  opened.addEventListener('open', () => tell('open', null))
  opened.addEventListener('sale', (event) =>
    tell('sale', (read(event) as { sale_number: string | null }).sale_number),
  )
  opened.addEventListener('till', (event) =>
    tell('till', (read(event) as { till_id: string }).till_id),
  )
  opened.addEventListener('error', () => {
    // Refused, for the session is over. A connection that breaks is opened anew by the browser.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return
    source = null
    tell('end', null)
  })
  return opened
}
