import type { Choice } from '../../../../rules/catalogue/products.ts'
import type { ReturnReason } from '../../../../rules/returns/returns.ts'
import type { ReturnedLine } from '../../../../rules/till/till-events.ts'
import { db, keepFact, readFact } from '../db.ts'
import type { Done } from '../state.ts'
import { write } from '../storage.ts'

/**
 * Items of an order that the server was asked to take back. It has the return, or has it not: until it answers nobody
 * knows whether their cash is out of the drawer. Amounts in kwacha.
 */
export type UnansweredReturn = {
  /** The id of the return. */
  id: string
  at: string
  number: string
  orderId: string
  shiftId: string
  reason: ReturnReason
  lines: (ReturnedLine & Choice & { name: string })[]
  refund: number
  way: 'cash' | 'credit'
}

/** Called before the server is asked, because its answer may be lost; `isNew`: it was not asked before. */
export async function noteReturnAsked(asked: UnansweredReturn): Promise<Done<{ isNew: boolean }>> {
  const before = await change((list) => [...list.filter(({ id }) => id !== asked.id), asked])
  return before.ok ? { ok: true, isNew: before.value.every(({ id }) => id !== asked.id) } : before
}

/** The server has answered. */
export const dropAskedReturn = (id: string) => change((list) => list.filter((one) => one.id !== id))

/** Changes the list; returns what it was. */
const change = (to: (list: UnansweredReturn[]) => UnansweredReturn[]) =>
  write(() =>
    db.transaction('rw', db.facts, async () => {
      const before = (await readFact('askedReturns')) ?? []
      await keepFact('askedReturns', to(before))
      return before
    }),
  )
