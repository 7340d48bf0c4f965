import { isPlain } from '../../rules/plain.ts'

/** What each technique looks for in the browser before it begins (lazy.ts, connection.ts). */
const MARKS = { lazy: 'isTouched=true', recovery: 'isUnguarded=true' }

/** Tells the browser which of its techniques the setting has turned off; '' in every shop that has no such setting. */
export const PLAIN_BROWSER = (['lazy', 'recovery'] as const)
  .filter(isPlain)
  .map((name) => MARKS[name])
  .join(';')
