import { LONGEST_EMAIL } from '../accounts/longest.ts'
import { isDocumentNumber } from '../document-number.ts'
import { readPhone } from '../phone.ts'

/** How somebody without an account is found: by what they gave the newsletter or a till. */
export type Contact = { kind: 'email' | 'phone' | 'receipt'; value: string }

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** An email address, a phone number however it is typed, or the number of a receipt; null for anything else. */
export function readContact(typed: string): Contact | null {
  const text = typed.trim()
  if (text.length > LONGEST_EMAIL) return null
  if (EMAIL.test(text)) return { kind: 'email', value: text.toLowerCase() }
  if (isDocumentNumber(text.toUpperCase())) return { kind: 'receipt', value: text.toUpperCase() }
  const phone = readPhone(text)
  return phone ? { kind: 'phone', value: phone } : null
}
