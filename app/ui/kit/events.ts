type ShopEvents = {
  /** The connection opened: events before it, or while it was broken, were missed. */
  open: null
  /** The connection broke; true when the session is over and it will not come back. */
  lost: boolean
  order: null
  /** The number of the till's sale that has changed. */
  sale: string | null
  /** The shop's settings have changed. */
  settings: null
  /** The id of the till that has changed. */
  till: string
}
type Handlers = { [K in keyof ShopEvents]?: (event: ShopEvents[K]) => void }

const listeners = new Set<Handlers>()
let source: EventSource | null = null

/**
 * Subscribes to the server's event stream; returns the function that unsubscribes. All subscribers of a tab share one
 * connection, because a browser opens at most six to a shop, over all its tabs.
 */
export function listenToEvents(handlers: Handlers) {
  listeners.add(handlers)
  source ??= open()
  return () => {
    listeners.delete(handlers)
    if (listeners.size > 0) return
    source?.close()
    source = null
  }
}

function notify<K extends keyof ShopEvents>(kind: K, event: ShopEvents[K]) {
  for (const handlers of listeners) handlers[kind]?.(event)
}

const read = (event: Event) => JSON.parse((event as MessageEvent<string>).data) as never

function open() {
  const opened = new EventSource('/events')
  opened.addEventListener('open', () => notify('open', null))
  opened.addEventListener('order', () => notify('order', null))
  opened.addEventListener('settings', () => notify('settings', null))
  opened.addEventListener('sale', (event) =>
    notify('sale', (read(event) as { sale_number: string | null }).sale_number),
  )
  opened.addEventListener('till', (event) =>
    notify('till', (read(event) as { till_id: string }).till_id),
  )
  opened.addEventListener('error', () => {
    if (source !== opened) return
    // Refused, because the session is over. A broken connection is reopened by the browser.
    const isOver = opened.readyState === EventSource.CLOSED
    if (isOver) source = null
    notify('lost', isOver)
  })
  return opened
}
