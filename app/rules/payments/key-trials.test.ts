import { expect, test } from 'vitest'
import { KEY_TRIAL_STATUSES, KEY_TRIAL_STEPS } from './key-trials.ts'

test('a trial of the provider’s keys stays open until an answer ends it, and then keeps its end', () => {
  for (const status of KEY_TRIAL_STATUSES)
    expect(KEY_TRIAL_STEPS[status], status).toEqual(status === 'open' ? KEY_TRIAL_STATUSES : [])
})
