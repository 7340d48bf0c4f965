const LENGTH = 12
const CODE = /^[0-9a-f]{12}$/i

/**
 * The code on a receipt, which only its holder knows: `9C1E-77B0-4A2F`. It is the end of the random id that the till
 * gave the basket (48 random bits). So a till without a network prints it too, and a reprint of an older sale has one.
 * Sale numbers can be guessed, and are on every report.
 */
export function receiptCodeOf(basketId: string): string | null {
  const digits = basketId.replace(/:.*/, '').slice(-LENGTH)
  return CODE.test(digits) ? digits.toUpperCase().replace(/.{4}(?=.)/g, '$&-') : null
}

/** The typed code, with or without hyphens, as the end of an id; null when it is no code. */
export function readReceiptCode(typed: string): string | null {
  const digits = typed
    .toLowerCase()
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
    .replace(/[\s.–-]/g, '')
  return CODE.test(digits) ? digits : null
}
