import pg from 'pg'
import type { OrderStatus } from '../rules/orders/orders.ts'
import type { PosPaymentStatus } from '../rules/payments/payments.ts'

/** The events that the database sends to every process at commit (db/migrations/0002_guards.sql). */
export type ShopEvents = {
  catalogue: null
  /** Staff have saved settings of the shop. */
  settings: null
  orders: { orderNumber: string; userId: string; status: OrderStatus; isPaid: boolean }
  /** A sale at the till; without a number, a change of its shift or drawer, or a return. */
  sales: {
    saleNumber: string | null
    status: PosPaymentStatus | 'shift-opened' | 'shift-closed' | 'cash-moved' | 'taken-back'
  }
  /** A till has another device, no device any more, or another name. */
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

/** For a process that listens to no events. */
export const noEvents: Events = {
  on: () => () => {},
  notifyCatalogue: () => {},
  close: async () => {},
}

/** Listens to the database's notifications over its own connection, and reconnects when it is lost. */
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
      // The connection only listens: without keep-alive it would not notice that the server has vanished.
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
      // A standby accepts the connection but refuses LISTEN: closes the half-open connection.
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
        // Events of the meantime are lost, so the catalogue and the settings are assumed to have changed.
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
