/** What the trial of the provider's keys costs: the smallest payment that the provider takes. */
export { SMALLEST_PAYMENT as TRIAL_AMOUNT } from '../money.ts'

/**
 * open: a page was opened, nobody has paid on it yet; paid: money came as customers' would; test: it was paid in the
 * provider's test mode, which pays nothing here; refused: the provider took no payment with this key; unreachable: it
 * gave no answer.
 */
export const KEY_TRIAL_STATUSES = ['open', 'paid', 'test', 'refused', 'unreachable'] as const
export type KeyTrialStatus = (typeof KEY_TRIAL_STATUSES)[number]

/** Every step of a trial: what the provider answers ends it, once. Until somebody has paid it stays open. */
export const KEY_TRIAL_STEPS: Record<KeyTrialStatus, readonly KeyTrialStatus[]> = {
  open: KEY_TRIAL_STATUSES,
  paid: [],
  test: [],
  refused: [],
  unreachable: [],
}
