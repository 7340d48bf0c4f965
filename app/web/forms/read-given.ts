import type { RefundWay } from '../../rules/refunds/refunds.ts'
import { readId, readText } from './read-form.ts'

/**
 * How the refund's money has left: the bank's or provider's number, the drawer, or store credit; null when it has not
 * left yet. When the form names a way, fields of other ways are ignored, because they may be hidden.
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
