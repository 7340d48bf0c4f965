import { isPlain } from '../../rules/plain.ts'

/**
 * Tells the browser which of its techniques are turned off: the recovery (connection.ts), the stable outlet
 * (stable-outlet.ts). '' in every shop that has no such setting.
 */
export const PLAIN_BROWSER = [
  isPlain('recovery') && 'isUnguarded=true',
  isPlain('stable-outlet') && 'isOutletPlain=true',
]
  .filter(Boolean)
  .join(';')
