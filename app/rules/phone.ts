/** A Malawian mobile number: 88/89 TNM, 98/99 Airtel (docs/payments.md, Phone numbers). */
const MOBILE = /^(?:(?:\+|00)?2650?|0)?((?:88|89|98|99)\d{7})$/
/** Any other number that can be dialled: family abroad buys too, and some shops have a desk phone. */
const ANY = /^\+?\d{7,15}$/

/** A phone number as it is stored: `+265991234567` for Malawi's mobiles, the digits of any other; null for none. */
export function readPhone(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  const [, number] = MOBILE.exec(digits) ?? []
  if (number) return `+265${number}`
  return ANY.test(digits) ? digits : null
}
