import type { ShopEvents } from '../../platform/events.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { mayRunShop, mayUseTill } from '../../rules/accounts/roles.ts'
import type { Visitor } from '../../web/context.ts'
import { NO_STORE } from '../../web/no-store.ts'

const BEAT_MS = 20_000
const RECHECK_MS = 60_000
const MOST_PER_PERSON = 10
// The most messages that may wait for a client that has stopped reading.
const MOST_WAITING = 100

const open = new Map<string, number>()

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  ...NO_STORE,
  // A proxy that buffers the answer would hold the events back.
  'X-Accel-Buffering': 'no',
}

/**
 * Changes of orders as server-sent events: one's own, and everybody's for those who run the shop; changes of till sales
 * and tills for those who may use a till. Sends a beat every 20 s, checks once a minute whether the session is still
 * valid, and ends with the session or with `signal`. Null when this person has too many streams open already (10 in
 * this process).
 */
export function openEventStream(
  shop: Pick<Shop, 'events'>,
  visitor: Visitor,
  options: { signal: AbortSignal; findAgain: () => Promise<Visitor | null>; recheckMs?: number },
): ReadableStream<Uint8Array> | null {
  const count = open.get(visitor.userId) ?? 0
  if (count >= MOST_PER_PERSON) return null
  open.set(visitor.userId, count + 1)

  return new ReadableStream<Uint8Array>(listen(shop, visitor, options), { highWaterMark: 1 })
}

function listen(
  shop: Pick<Shop, 'events'>,
  visitor: Visitor,
  options: Parameters<typeof openEventStream>[2],
): UnderlyingDefaultSource<Uint8Array> {
  const text = new TextEncoder()
  const given: (() => void)[] = []
  let who = visitor
  let isCancelled = false
  const end = () => {
    for (const giveBack of given.splice(0)) giveBack()
  }
  return {
    start(controller) {
      const send = (words: string) => {
        if ((controller.desiredSize ?? 0) < -MOST_WAITING) end()
        else controller.enqueue(text.encode(words))
      }
      const notify = (event: ShopEvents['orders']) => {
        if (event.userId !== who.userId && !mayRunShop(who.role)) return
        const seen = {
          order_number: event.orderNumber,
          status: event.status,
          is_paid: event.isPaid,
        }
        send(`event: order\ndata: ${JSON.stringify(seen)}\n\n`)
      }
      const sendSale = (event: ShopEvents['sales']) => {
        if (!mayUseTill(who.role)) return
        const seen = { sale_number: event.saleNumber, status: event.status }
        send(`event: sale\ndata: ${JSON.stringify(seen)}\n\n`)
      }
      const notifyTill = ({ tillId }: ShopEvents['tills']) => {
        if (mayUseTill(who.role))
          send(`event: till\ndata: ${JSON.stringify({ till_id: tillId })}\n\n`)
      }
      // Everybody may read the settings, so the event carries none: the client fetches them.
      const notifySettings = () => {
        if (mayUseTill(who.role)) send('event: settings\ndata: null\n\n')
      }
      const recheck = async () => {
        const found = await options.findAgain()
        if (found?.userId === visitor.userId) who = found
        else end()
      }
      send('retry: 5000\n: open\n\n')
      const beat = setInterval(() => send(': beat\n\n'), BEAT_MS)
      // A database that is away for a moment ends no stream; an ended session does.
      const watch = setInterval(
        () => void recheck().catch(() => {}),
        options.recheckMs ?? RECHECK_MS,
      )
      given.push(
        shop.events.on('orders', notify),
        shop.events.on('sales', sendSale),
        shop.events.on('tills', notifyTill),
        shop.events.on('settings', notifySettings),
        () => clearInterval(beat),
        () => clearInterval(watch),
        () => leave(visitor.userId),
        () => isCancelled || controller.close(),
      )
      options.signal.addEventListener('abort', end, { once: true })
      if (options.signal.aborted) end()
    },
    cancel() {
      isCancelled = true
      end()
    },
  }
}

function leave(userId: string) {
  const left = (open.get(userId) ?? 1) - 1
  if (left > 0) open.set(userId, left)
  else open.delete(userId)
}
