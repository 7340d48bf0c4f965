import type { ReturnFilter, ReturnReason, ReturnStatus } from '../../returns/returns.ts'
import { formatChoice } from '../catalogue/choice.ts'

/** The status of a return, as staff and customers read it. */
export const RETURN_STATUS_WORDS: Record<ReturnStatus, string> = {
  requested: 'Asked for',
  approved: 'Agreed to, on its way',
  refused: 'Not taken back',
  received: 'Arrived, to be inspected',
  inspected: 'Inspected, to be settled',
  settled: 'Settled',
  cancelled: 'Called off',
}

export const RETURN_FILTER_WORDS: Record<ReturnFilter, string> = {
  'to-do': 'To decide, inspect or settle',
  ...RETURN_STATUS_WORDS,
}

export const RETURN_REASON_WORDS: Record<ReturnReason, string> = {
  faulty: 'It is faulty or damaged',
  'wrong-item': 'Something else came than was ordered',
  'not-as-described': 'It is not as it was described',
  'other-size': 'It does not fit: another size, please',
}

type ExchangeChoice = {
  wantedVariantId: string | null
  chosenSize: string | null
  chosenColor: string | null
}

/** The variant that is sent in exchange for a returned line; empty when there is none. */
export const formatExchangeChoice = ({
  wantedVariantId,
  chosenSize,
  chosenColor,
}: ExchangeChoice) =>
  wantedVariantId
    ? `for ${formatChoice({ size: chosenSize, color: chosenColor }) || 'the same once more'}`
    : ''
