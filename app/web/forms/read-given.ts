import type { RefundWay } from '../../rules/refunds/refunds.ts'
import { readId, readText } from './read-form.ts'

/**
 * By which number the money has left, out of which drawer, or as store credit; null where it has not left yet. Of a
 * form that names a way, what belongs to another one is ignored: it may be hidden there.
 */
export function readGiven(form: FormData, way: RefundWay | 'none' | null = null) {
  if (way === 'wallet') return null
  const mayBeCredit = way === null || way === 'credit'
  if (mayBeCredit && readText(form, 'credit') !== '') return { asCredit: true as const }
  const shiftId = readId(readText(form, 'shift'))
  if (shiftId && (way === null || way === 'cash')) return { shiftId }
  const reference = way === 'cash' ? '' : readText(form, 'reference').replace(/\s+/g, ' ')
  return reference === '' || way === 'credit' ? null : { reference }
}
