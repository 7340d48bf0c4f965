import pg from 'pg'
import type { OrderStatus } from '../rules/orders/orders.ts'
import type { PosPaymentStatus } from '../rules/payments/payments.ts'

/** What the database tells every process at commit (db/migrations/0002_guards.sql). */
export type ShopEvents = {
  catalogue: null
  /** Staff have saved settings of the shop. */
  settings: null
  orders: { orderNumber: string; userId: string; status: OrderStatus; isPaid: boolean }
  /** Sales at the till; without a number, its shift, its drawer, or items that came back. */
  sales: {
    saleNumber: string | null
    status: PosPaymentStatus | 'shift-opened' | 'shift-closed' | 'cash-moved' | 'taken-back'
  }
  /** Another device stands for a till, or none any more, or it has another name. */
  tills: { tillId: string }
}
export type Channel = keyof ShopEvents

export type Events = {
  /** Calls back for each event until the returned function is called. */
  on<C extends Channel>(channel: C, listener: (event: ShopEvents[C]) => void): () => void
  /** Tells this process alone that what visitors see has changed. */
  notifyCatalogue(): void
  close(): Promise<void>
}

const CHANNELS: Channel[] = ['catalogue', 'settings', 'orders', 'sales', 'tills']

/** Where nobody is told of anything. */
export const noEvents: Events = {
  on: () => () => {},
  notifyCatalogue: () => {},
  close: async () => {},
}

/** Hears the database's notifications over one connection of its own, and comes back when it is lost. */
export async function openEvents(url: string, onError: (error: unknown) => void): Promise<Events> {
  const listeners: { [C in Channel]: Set<(event: ShopEvents[C]) => void> } = {
    catalogue: new Set(),
    settings: new Set(),
    orders: new Set(),
    sales: new Set(),
    tills: new Set(),
  }
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  function handle(channel: string, payload: string | undefined) {
    if (channel === 'catalogue') for (const notify of listeners.catalogue) notify(null)
    if (channel === 'settings') for (const notify of listeners.settings) notify(null)
    if (channel === 'orders' && payload) {
      const event = JSON.parse(payload) as ShopEvents['orders']
      for (const notify of listeners.orders) notify(event)
    }
    if (channel === 'sales' && payload) {
      const event = JSON.parse(payload) as ShopEvents['sales']
      for (const notify of listeners.sales) notify(event)
    }
    if (channel === 'tills' && payload) {
      const event = JSON.parse(payload) as ShopEvents['tills']
      for (const notify of listeners.tills) notify(event)
    }
  }

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      // It only listens: without a sign of life it would not notice that the server has vanished.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      application_name: 'zovala events',
    })
    next.on('notification', (n) => handle(n.channel, n.payload))
    next.on('error', lost)
    next.on('end', lost)
    try {
      await next.connect()
      for (const channel of CHANNELS) await next.query(`listen ${channel}`)
    } catch (error) {
      // A standby lets us in and refuses to listen: what is half open must not stay.
      next.removeAllListeners()
      next.on('error', () => {})
      void next.end().catch(() => {})
      throw error
    }
    client = next
  }

  function lost() {
    client?.removeAllListeners()
    client?.on('error', () => {})
    client = null
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(
        // What was said meanwhile is lost: take it that the catalogue and the settings have changed.
        () => {
          handle('settings', '')
          handle('catalogue', '')
        },
        (error: unknown) => {
          onError(error)
          lost()
        },
      )
    }, 500)
  }

  await connect()
  return {
    on(channel, listener) {
      listeners[channel].add(listener)
      return () => listeners[channel].delete(listener)
    },
    notifyCatalogue: () => handle('catalogue', ''),
    async close() {
      closed = true
      clearTimeout(retry)
      const last = client
      client = null
      last?.removeAllListeners()
      last?.on('error', () => {})
      await last?.end()
    },
  }
}
