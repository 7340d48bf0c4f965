let news: EventSource | null = null
/** Gets the number of the sale that has changed; null: any may have. */
type Hearer = (saleNumber: string | null) => void
const hearers = new Set<Hearer>()

/**
 * Hears from the server that a sale has changed, and when the line is there again; gives what stops it. One
 * line for all: a browser opens six to a shop, over all its tabs.
 */
export function hearOfSales(hearer: Hearer) {
  hearers.add(hearer)
  news ??= listen()
  return () => {
    hearers.delete(hearer)
    if (hearers.size > 0) return
    news?.close()
    news = null
  }
}

function listen() {
  const tell: Hearer = (saleNumber) => {
    for (const hearer of hearers) hearer(saleNumber)
  }
  const source = new EventSource('/events')
  source.addEventListener('open', () => tell(null))
  source.addEventListener('sale', ({ data }: MessageEvent<string>) =>
    tell((JSON.parse(data) as { sale_number: string | null }).sale_number),
  )
  return source
}
