const LENGTH = 12
const CODE = /^[0-9a-f]{12}$/i

/**
 * The code on a receipt, which only who holds it knows: `9C1E-77B0-4A2F`. It is the end of the random id that the till
 * gave the basket, 48 bits of chance, so that a till without a network prints it too, and an older sale that is printed
 * again has one. Sale numbers can be guessed, and are on every report.
 */
export function receiptCodeOf(basketId: string): string | null {
  const digits = basketId.replace(/:.*$/, '').replaceAll('-', '').slice(-LENGTH)
  if (!CODE.test(digits)) return null
  return (digits.toUpperCase().match(/.{4}/g) ?? []).join('-')
}

/** The code as it was typed, with or without its hyphens, as the end of an id; null for what is none. */
export function readReceiptCode(typed: string): string | null {
  const digits = typed
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replace(/[\s.–-]/g, '')
  return CODE.test(digits) ? digits : null
}
