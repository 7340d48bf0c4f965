/** A Malawian mobile number: 88/89 TNM, 98/99 Airtel (docs/payments.md, Phone numbers). */
const MOBILE = /^(?:(?:\+|00)?2650?|0)?((?:88|89|98|99)\d{7})$/
/** Any other number that can be dialled: family abroad buys too, and some shops have a desk phone. */
const ANY = /^\+?\d{7,15}$/

/** A phone number as it is stored: `+265991234567` for Malawi's mobiles, the digits of any other; null for none. */
export function readPhone(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  const number = MOBILE.exec(digits)?.[1]
  if (number) return `+265${number}`
  return ANY.test(digits) ? digits : null
}

/** A number as it is read aloud: `+265 991 234 567` for Malawi's mobiles; any other as it is stored. */
export const formatPhone = (phone: string) =>
  phone.replace(/^(\+265)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')

/** The last digits of a number, as the index of a till's sales has them: sales keep numbers as they were typed. */
export const phoneEnd = (phone: string) => phone.replace(/[^0-9]/g, '').slice(-9)

/**
 * One key for all spellings of a number, also of other countries (`+27…`, `0027…`, `27…`) and of desk phones in Malawi
 * (`01 770 123`, `+265 1 770 123`); null when the text is no number.
 */
export const phoneKey = (phone: string) =>
  readPhone(phone)
    ?.replace(/^(\+|00)/, '')
    // No country code begins with a 0: a number that does was dialled within Malawi.
    .replace(/^(265)?0(?=\d{7,})/, '265') ?? null

/** Malawi's numbers after its 265: nine digits, or the seven of an older desk phone (`1 770 123`). */
const NATIONAL = /^265(?:1\d{6}|[1-9]\d{8})$/

/**
 * Whether a typed number can be dialled: a Malawian number needs all its digits, a foreign one a leading +. Numbers
 * that customers type for themselves are checked less strictly (`readPhone`).
 */
export function isCallable(text: string): boolean {
  const key = phoneKey(text)
  if (key?.startsWith('265')) return NATIONAL.test(key)
  return /^\+[1-9]\d{7}/.test(readPhone(text) ?? '')
}

/** All spellings of a number without spaces; none when the text is no number. */
export function phoneSpellings(phone: string): string[] {
  const key = phoneKey(phone)
  if (!key) return []
  const national = /^265(\d{7,})/.exec(key)?.[1]
  const keys = national ? [key, `2650${national}`] : [key]
  const abroad = keys.flatMap((one) => [`+${one}`, `00${one}`, one])
  return national ? [...abroad, `0${national}`] : abroad
}

/**
 * A pattern for the database that finds a number in a text in any of its spellings; null when the text is no number. A
 * digit directly before or after makes it another number: many foreign numbers contain the eight digits of a desk
 * phone.
 */
export function phonePattern(phone: string): string | null {
  const ways = new Set(phoneSpellings(phone).filter((way) => !way.startsWith('+')))
  // A mobile's nine digits are also typed without the 0; a desk phone's digits alone are too few to identify it.
  const mobile = MOBILE.exec(phone.replace(/[\s().-]/g, ''))?.[1]
  if (mobile) ways.add(mobile)
  return ways.size > 0 ? `(^|[^0-9])(${[...ways].join('|')})([^0-9]|$)` : null
}

/** The characters that the database removes from a typed number before it searches (`phonePattern`). */
export const PHONE_SPACING = '[\\s().-]'

/** The ends (`phoneEnd`) of all spellings: those of a desk phone differ. */
export const phoneEnds = (phone: string) => [...new Set(phoneSpellings(phone).map(phoneEnd))]

/**
 * The link that opens WhatsApp with a text: for this number, or for a contact whom the sender then chooses. WhatsApp
 * knows a number by its country code and digits alone, without a `+` or leading zeros.
 */
export const chatLink = (text: string, phone: string | null = null) =>
  `https://wa.me/${(phone && phoneKey(phone)) ?? ''}?text=${encodeURIComponent(text)}`
