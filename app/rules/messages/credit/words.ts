import type { CreditKind, CreditMove, CreditStatus, HandKind } from '../../credit/credit.ts'

export const CREDIT_KIND_WORDS: Record<CreditKind, string> = {
  return: 'For money that goes back',
  voucher: 'Gift voucher',
  goodwill: 'Goodwill',
}

/** The same as staff choose it. */
export const HAND_KIND_CHOICES: Record<HandKind, string> = {
  voucher: 'A gift voucher: it was paid for in the shop',
  goodwill: 'Goodwill: it costs the customer nothing',
}

export const CREDIT_STATUS_WORDS: Record<CreditStatus, string> = {
  awaiting: 'A second person has to agree',
  active: 'Active',
  blocked: 'Blocked',
  cancelled: 'Called off',
}

export const CREDIT_MOVE_WORDS: Record<CreditMove, string> = {
  issued: 'Put on it',
  spent: 'Spent',
  'given-back': 'Given back',
}
