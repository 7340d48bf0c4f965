import { readPhone } from '../phone.ts'

/** By what somebody without an account is found: what they left with the newsletter, or said at a till. */
export type Contact = { kind: 'email' | 'phone' | 'receipt'; value: string }

const EMAIL = /^[^\s@]+@[^\s@]+$/
const RECEIPT = /^[A-Z]{1,6}-\d{4}-\d{1,12}$/
const LONGEST = 254

/** An email address, a phone number however it is typed, or the number of a receipt; null for anything else. */
export function readContact(typed: string): Contact | null {
  const text = typed.trim()
  if (text.length > LONGEST) return null
  if (EMAIL.test(text)) return { kind: 'email', value: text.toLowerCase() }
  if (RECEIPT.test(text.toUpperCase())) return { kind: 'receipt', value: text.toUpperCase() }
  const phone = readPhone(text)
  return phone ? { kind: 'phone', value: phone } : null
}

/** What all ways to write a number have in common: at the till it stands as it was typed. */
export const phoneEnd = (phone: string) => phone.replace(/[^0-9]/g, '').slice(-9)

/** One and the same for all ways to write a number, of other countries as well (`+27…`, `0027…`, `27…`); null for none. */
export const phoneKey = (phone: string) => readPhone(phone)?.replace(/^(\+|00)/, '') ?? null

/** A number in the ways in which it stands as one word; none for what is no number. */
export function phoneSpellings(phone: string): string[] {
  const key = phoneKey(phone)
  return key ? [...new Set([`+${key}`, `00${key}`, key, key.replace(/^265/, '0')])] : []
}
