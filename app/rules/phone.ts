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

/** The last figures of a number, as the index of a till's sales has them: there it stands as it was typed. */
export const phoneEnd = (phone: string) => phone.replace(/[^0-9]/g, '').slice(-9)

/**
 * One and the same for all ways to write a number, of other countries as well (`+27…`, `0027…`, `27…`), and of desk
 * phones in Malawi (`01 770 123`, `+265 1 770 123`); null for none.
 */
export const phoneKey = (phone: string) =>
  readPhone(phone)
    ?.replace(/^(\+|00)/, '')
    // No country's numbers begin with a 0: what does was dialled within Malawi.
    .replace(/^(265)?0(?=\d{7,})/, '265') ?? null

/** Malawi's numbers after its 265: nine digits, or the seven of an older desk phone (`1 770 123`). */
const NATIONAL = /^265(?:1\d{6}|[1-9]\d{8})$/

/**
 * Whether anybody can be called by a number as it is typed: one of Malawi has all its digits, and one of another
 * country begins with a +. What people typed of themselves is asked for less (`readPhone`).
 */
export function isCallable(text: string): boolean {
  const key = phoneKey(text)
  if (key?.startsWith('265')) return NATIONAL.test(key)
  return key !== null && /^\+[1-9]\d{7}/.test(readPhone(text) ?? '')
}

/** A number in the ways in which it stands as one word; none for what is no number. */
export function phoneSpellings(phone: string): string[] {
  const key = phoneKey(phone)
  if (!key) return []
  const national = /^265(\d{7,})$/.exec(key)?.[1]
  const keys = national ? [key, `2650${national}`] : [key]
  const abroad = keys.flatMap((one) => [`+${one}`, `00${one}`, one])
  return national ? [...abroad, `0${national}`] : abroad
}

/**
 * A pattern for the database that finds a number in a text, as one word in each of these ways; null for none. Digits
 * before or after it make it another number: a desk phone's eight stand within many a number of another country.
 */
export function phonePattern(phone: string): string | null {
  const ways = new Set(phoneSpellings(phone).map((way) => way.replace('+', '')))
  // A mobile's nine digits are typed without the 0 as well; a desk phone's are too few to be one number.
  const mobile = MOBILE.exec(phone.replace(/[\s().-]/g, ''))?.[1]
  if (mobile) ways.add(mobile)
  return ways.size > 0 ? `(^|[^0-9])(${[...ways].join('|')})([^0-9]|$)` : null
}

/** What is left out of a typed number before it is looked for (`phonePattern`), for the database. */
export const PHONE_SPACING = '[\\s().-]'

/** The ends of all these ways (`phoneEnd`): of a desk phone they differ. */
export const phoneEnds = (phone: string) => [...new Set(phoneSpellings(phone).map(phoneEnd))]
