import type { SecondStepFor } from '../../accounts/second-step.ts'

/** Who has to sign in with a second step. */
export const SECOND_STEP_WORDS: Record<SecondStepFor, string> = {
  nobody: 'Nobody: everybody may',
  admins: 'Admins and super admins',
  staff: 'All staff, cashiers too',
}

/** For a person whose role needs a second step and who has none yet. */
export const SECOND_STEP_FIRST = {
  title: 'Set up your second step first',
  description:
    'The shop asks for it from your role: the back office and the till open after it. An app or a passkey (below) will do.',
}

/** Shown in place of recovery codes that were already shown once. */
export const CODES_SHOWN_BEFORE = {
  title: 'Your recovery codes were made before, and are shown only once',
  description: 'If you have not kept them, make new ones: from then on the old ones open nothing.',
}
