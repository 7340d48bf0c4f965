import { setTimeout as wait } from 'node:timers/promises'
import { type Client, openClient } from '../client.ts'
import type { Product } from '../product.ts'

export type Traffic = {
  /** A visitor of the shop whose requests are counted. */
  open(): Client
  /**
   * Waits as a reader does: between half of `ms` and one and a half; less when the end has come, but not all visitors
   * at once.
   */
  read(ms: number): Promise<void>
  isOver(): boolean
  /** Faulty answers: 5xx, refusals of valid requests, and broken connections. */
  faults: string[]
  /** The durations of answers by kind of request, in ms, in the order of arrival. */
  took: Map<string, number[]>
  /** The durations of all answers, by the minute of their requests. */
  tookInMinute: number[][]
}

// Five hundred visitors who continue at the same moment are not realistic: they leave one after the other.
const LEAVE_MS = 4_000

/** Counts the answers to all visitors of a running shop for some minutes; visitors read `pace` times as fast. */
export function openTraffic({ origin }: Product, minutes: number, { pace = 1 } = {}): Traffic {
  const begin = Date.now()
  const end = begin + minutes * 60_000
  const faults: string[] = []
  const took = new Map<string, number[]>()
  const tookInMinute: number[][] = []
  // The same pauses in each run.
  let seed = 20_261_123
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

  const count = (what: string, minute: number, ms: number) => {
    ;(tookInMinute[minute] ??= []).push(ms)
    const times = took.get(what)
    if (times) times.push(ms)
    else took.set(what, [ms])
  }

  async function ask(request: Request) {
    const { pathname } = new URL(request.url)
    const began = performance.now()
    const minute = Math.floor((Date.now() - begin) / 60_000)
    try {
      const response = await fetch(new Request(request, { redirect: 'manual' }))
      // Read to its end, because an incomplete page is a fault, too.
      const body = await response.arrayBuffer()
      // Without the number of a payment.
      count(
        `${request.method} ${pathname.replace(/[^/]*\d[^/]*/g, '…')}`,
        minute,
        performance.now() - began,
      )
      if (response.status >= 400)
        faults.push(
          `${request.method} ${pathname} ${response.status} ${Buffer.from(body).toString().slice(0, 200)}`,
        )
      const { status, headers } = response
      return new Response(status === 304 || status === 204 ? null : body, { status, headers })
    } catch (error) {
      faults.push(`${request.method} ${pathname} ${(error as Error).message}`)
      return new Response('lost', { status: 599 })
    }
  }

  return {
    faults,
    took,
    tookInMinute,
    isOver: () => Date.now() > end,
    open: () => openClient(ask, origin, '127.0.0.1'),
    read: (ms) => {
      const pause = (ms / pace) * (0.5 + random())
      return wait(Math.max(0, Math.min(pause, end + LEAVE_MS * random() - Date.now())))
    },
  }
}

/** The time in ms within which so many percent of the answers came. */
export const percentile = (took: readonly number[], share: number) =>
  took.toSorted((a, b) => a - b)[Math.floor((took.length * share) / 100)] ?? 0
