import type { SaleReturn, ShiftOpened, TillEvent } from '../../../../rules/till/till-events.ts'
import {
  ownNeedsApproval,
  refundNeedsApproval,
  type SaleParties,
} from '../../../../rules/till/till-sale.ts'
import { db, dropFact, keepFact, readFact } from '../db.ts'
import { now, show } from '../live.ts'
import type { Done, OpenShift } from '../state.ts'
import { write } from '../storage.ts'
import { countUnsent, flush } from '../sync/outbox.ts'
import { record } from '../sync/record.ts'
import { ownOf } from './approval.ts'
import { basketKept } from './basket.ts'
import { isOwed } from './exchange-in-cart.ts'

/** Opens a shift; `float` is the change in the drawer, in kwacha. */
export async function openShift(float: number): Promise<Done<{ shift: OpenShift }>> {
  const { person, till } = now()
  if (!person || !till) return { ok: false, reason: 'till-signed-out' }
  const at = new Date().toISOString()
  const shift: OpenShift = { id: crypto.randomUUID(), openedAt: at, float, cashierId: person.id }
  const opened: ShiftOpened = {
    kind: 'shift-opened',
    id: shift.id,
    cashierId: person.id,
    at,
    tillId: till.id,
    float,
  }
  const answer = await write(() =>
    db.transaction('rw', db.events, db.facts, async () => {
      const open = await readFact('shift')
      if (open) return open
      await record(opened, person.name)
      await keepFact('shift', shift)
      return shift
    }),
  )
  if (!answer.ok) return answer
  if (answer.value.id !== shift.id) return { ok: false, reason: 'till-shift-open' }
  show({ shift, phase: 'open' })
  void flush()
  return { ok: true, shift }
}

type Draft<T extends TillEvent> = Omit<
  T,
  'kind' | 'id' | 'cashierId' | 'at' | 'shiftId' | 'signature'
>
/** `id`: the id that an approval was given for. */
type Happening = { id?: string; alsoChange?: () => Promise<unknown> }

/** Records an event of the open shift; `alsoChange` runs in the same transaction. */
async function happen<T extends TillEvent>(
  kind: T['kind'],
  draft: Draft<T>,
  { id = crypto.randomUUID(), alsoChange = async () => {} }: Happening = {},
): Promise<Done<{ event: T }>> {
  const { person } = now()
  if (!person) return { ok: false, reason: 'till-signed-out' }
  const answer = await write(() =>
    db.transaction('rw', db.events, db.facts, async () => {
      const shift = await readFact('shift')
      if (!shift) return null
      const made = {
        ...draft,
        kind,
        id,
        cashierId: person.id,
        at: new Date().toISOString(),
        shiftId: shift.id,
      } as unknown as T
      await record(made, person.name)
      await alsoChange()
      return made
    }),
  )
  if (!answer.ok) return answer
  if (!answer.value) return { ok: false, reason: 'till-no-shift' }
  void flush()
  return { ok: true, event: answer.value }
}

/** Records cash in kwacha that goes into the drawer (above 0) or out of it (below 0). */
export const moveCash = (amount: number, reason: string) =>
  happen<Extract<TillEvent, { kind: 'cash-moved' }>>('cash-moved', { amount, reason })

/**
 * Takes items back against a receipt; the refund is paid out of this drawer. A large refund, or one of the cashier's
 * own sale, needs an approval for the return `id`. `of`: whose sale it was.
 */
export async function takeBack(draft: Draft<SaleReturn>, id?: string, of?: SaleParties) {
  const role = now().person?.role ?? 'customer'
  const own = of && ownOf(of, now())
  const { refund, approval } = draft
  const isAsked = refundNeedsApproval(role, refund) || ownNeedsApproval(role, own, refund)
  if (isAsked && !approval) return { ok: false, reason: 'till-refund' } as const
  return happen<SaleReturn>('return', draft, id ? { id } : {})
}

/**
 * Whether a cart of any tab or a suspended sale has an exchange whose money was or may be booked out of the drawer that
 * is to be counted.
 */
async function hasOpenExchange() {
  await basketKept()
  const rows = [...(await db.baskets.toArray()), ...(await db.suspended.toArray())]
  return rows.some(({ basket }) => isOwed(basket.exchange))
}

/**
 * Closes the shift with a blind count, in pieces by denomination. Refuses while events are unsent, a return is without
 * an answer, or an exchange is owed.
 */
export async function closeShift(counted: Record<string, number>, note: string | null) {
  const sent = await flush({ isRequested: true })
  if (!sent.ok) return sent
  const available = await countUnsent()
  if (available > 0) return { ok: false, reason: 'till-unsent', available } as const
  if ((await readFact('askedReturns'))?.length)
    return { ok: false, reason: 'till-return-unclear' } as const
  if (await hasOpenExchange()) return { ok: false, reason: 'till-exchange-owed' } as const
  return happen<Extract<TillEvent, { kind: 'shift-closed' }>>(
    'shift-closed',
    { counted, note },
    { alsoChange: () => dropFact('shift') },
  )
}

/** Events of a shift on this device, oldest first: for figures without a network. */
export const listShiftEvents = async (shiftId: string): Promise<TillEvent[]> =>
  (await db.events.where('shiftId').equals(shiftId).sortBy('seq')).map(({ thing }) => thing)
