/** The amount of a trial of the provider's keys: the smallest payment that the provider takes. */
export { SMALLEST_PAYMENT as TRIAL_AMOUNT } from '../money.ts'

/**
 * open: the page was opened, nobody has paid yet; paid: paid with live money, as by a customer; test: paid in the
 * provider's test mode, which pays nothing here; refused: the provider accepted no payment with this key; unreachable:
 * it gave no answer.
 */
export const KEY_TRIAL_STATUSES = ['open', 'paid', 'test', 'refused', 'unreachable'] as const
export type KeyTrialStatus = (typeof KEY_TRIAL_STATUSES)[number]

/** Every step of a trial: an answer of the provider ends it, once. It stays open until somebody has paid. */
export const KEY_TRIAL_STEPS: Record<KeyTrialStatus, readonly KeyTrialStatus[]> = {
  open: KEY_TRIAL_STATUSES,
  paid: [],
  test: [],
  refused: [],
  unreachable: [],
}
