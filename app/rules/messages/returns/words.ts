import type { ReturnReason, ReturnStatus } from '../../returns/returns.ts'

/** How a return stands, as staff and customers read it. */
export const RETURN_STATUS_WORDS: Record<ReturnStatus, string> = {
  requested: 'Asked for',
  approved: 'Agreed to, on its way',
  refused: 'Not taken back',
  received: 'Arrived, to be inspected',
  inspected: 'Inspected, to be settled',
  settled: 'Settled',
  cancelled: 'Called off',
}

export const RETURN_REASON_WORDS: Record<ReturnReason, string> = {
  faulty: 'It is faulty or damaged',
  'wrong-item': 'Something else came than was ordered',
  'not-as-described': 'It is not as it was described',
  'other-size': 'It does not fit: another size, please',
}
