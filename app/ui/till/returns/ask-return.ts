import { NOT_KEPT_HERE } from '../../../rules/messages/till/on-device.ts'
import type { Approval } from '../../../rules/till/till-events.ts'
import { askServer, isUnknownThere, type SaleResult } from '../payments/mobile/ask-server.ts'
import { dropAskedReturn, noteReturnAsked } from '../store/acts.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import type { UnansweredReturn } from '../store/sales/asked-returns.ts'

/** The sum on record, in kwacha, and the code that holds it when it is store credit. */
export type TakenBack = { refund: number; creditCode?: string | null }

const NOT_KEPT = { ok: false, why: 'refused', reason: null, message: NOT_KEPT_HERE } as const

/** Has the server take back items of an order, once however often it is asked. */
export async function askReturn(
  asked: UnansweredReturn,
  approval: Approval | null,
): Promise<SaleResult<TakenBack>> {
  const noted = await noteReturnAsked(asked)
  if (!noted.ok) return NOT_KEPT
  const proof = approval && { by: approval.by, proof: approval.proof }
  const answer = await post(asked, { approval: proof })
  // The server did not let it in.
  if (noted.isNew && !answer.ok && (answer.why === 'signed-out' || answer.reason))
    await dropAskedReturn(asked.id)
  return answer
}

/** Asks what became of a return whose answer was lost; one that never arrived is not made now. */
export const findAskedReturn = (asked: UnansweredReturn) =>
  post(asked, { approval: null, onlyIfKnown: true })

async function post(
  { id, orderId, shiftId, reason, lines, refund, way }: UnansweredReturn,
  more: object,
): Promise<SaleResult<TakenBack>> {
  const body = { id, orderId, shiftId, reason, lines: linesOf(lines), refund, way }
  const answer = await postReturn<TakenBack>({ ...body, ...more })
  if (answer.ok || isUnknownThere(answer)) await dropAskedReturn(id)
  return answer
}

/** The returned lines as the server reads them. */
export const linesOf = (lines: UnansweredReturn['lines']) =>
  lines.map(({ lineId, quantity, isRestocked }) => ({ lineId, quantity, isRestocked }))

/**
 * Sends one request about a return of an order after the other: asked about while it is still on its way, a return
 * would seem never to have arrived.
 */
export async function postReturn<T>(body: object): Promise<SaleResult<T>> {
  let answer: SaleResult<T> = NOT_KEPT
  await oneAtATime('zovala-till-return', async () => {
    answer = await askServer<T>('/admin/pos/returns', { body })
  })
  return answer
}
