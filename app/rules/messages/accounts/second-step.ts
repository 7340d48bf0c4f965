import type { SecondStepFor } from '../../accounts/second-step.ts'

/** Whom a second step is demanded of. */
export const SECOND_STEP_WORDS: Record<SecondStepFor, string> = {
  nobody: 'Nobody: everybody may',
  admins: 'Admins and super admins',
  staff: 'All staff, cashiers too',
}
