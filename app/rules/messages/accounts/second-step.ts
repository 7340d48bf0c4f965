import type { SecondStepFor } from '../../accounts/second-step.ts'

/** Whom a second step is demanded of. */
export const SECOND_STEP_WORDS: Record<SecondStepFor, string> = {
  nobody: 'Nobody: everybody may',
  admins: 'Admins and super admins',
  staff: 'All staff, cashiers too',
}

/** To a person of whom the shop demands one, and who has none yet. */
export const SECOND_STEP_FIRST = {
  title: 'Set up your second step first',
  description:
    'The shop asks for it from your role: the back office and the till open after it. An app or a passkey (below) will do.',
}

/** In place of recovery codes that were shown before. */
export const CODES_SHOWN_BEFORE = {
  title: 'Your recovery codes were made before, and are shown only once',
  description: 'If you have not kept them, make new ones: from then on the old ones open nothing.',
}
