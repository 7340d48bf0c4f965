import type { CreditInCart } from '../../../../rules/credit/reserve.ts'
import { db, keepFact, readFact } from '../db.ts'
import { now } from '../live.ts'
import type { Done } from '../state.ts'
import { refuseStorage } from '../storage.ts'
import { ask, refusalOf } from './ask.ts'
import { flush } from './outbox.ts'

const MOST = 50

/**
 * Has the server reserve `amount` kwacha of a code for this cart. Asked again under the same `id`, it is one reserve.
 */
export async function askReserve(
  id: string,
  code: string,
  amount: number,
): Promise<Done<{ credit: CreditInCart }>> {
  const { shift, basket } = now()
  if (!shift) return { ok: false, reason: 'till-no-shift' }
  // Sends first what was sold with this code here.
  await flush({ isRequested: true })
  const answer = await ask<{ credit: CreditInCart }>('/admin/pos/credit', {
    body: { id, code, cartId: basket.id, amount, shiftId: shift.id },
  })
  if (!answer.ok) return refusalOf(answer)
  return answer.data
    ? { ok: true, credit: answer.data.credit }
    : refusalOf({ ok: false, problem: 'refused', message: null })
}

/**
 * Reports to the server which reserves no cart needs any more, now or with the next connection. A reserve that is never
 * reported ends with its shift or by its time.
 */
export async function endReserves(ids: readonly string[] = []) {
  const noting = db.transaction('rw', db.facts, async () => {
    const before = (await readFact('unneeded')) ?? []
    const after = [...new Set([...before, ...ids])].slice(-MOST)
    if (ids.length > 0) await keepFact('unneeded', after)
    return after
  })
  const list = await noting.catch((error) => {
    refuseStorage(error)
    return ids
  })
  if (list.length === 0 || !now().connection.isOnline) return
  const answer = await ask('/admin/pos/credit', { body: { end: list } })
  if (!answer.ok) return
  const ending = db.transaction('rw', db.facts, async () => {
    const left = ((await readFact('unneeded')) ?? []).filter((id) => !list.includes(id))
    await keepFact('unneeded', left)
  })
  await ending.catch(refuseStorage)
}
