import { isPlain } from '../../rules/plain.ts'

/**
 * Script that turns techniques off in the browser: the recovery (connection.ts), the stable outlet (stable-outlet.ts).
 * '' in every shop without such a setting.
 */
export const PLAIN_BROWSER = [
  isPlain('recovery') && 'isUnguarded=true',
  isPlain('stable-outlet') && 'isOutletPlain=true',
]
  .filter(Boolean)
  .join(';')
