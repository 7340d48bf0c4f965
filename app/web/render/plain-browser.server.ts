import { isPlain } from '../../rules/plain.ts'

/** Tells the browser that the recovery (connection.ts) is turned off; '' in every shop that has no such setting. */
export const PLAIN_BROWSER = isPlain('recovery') ? 'isUnguarded=true' : ''
