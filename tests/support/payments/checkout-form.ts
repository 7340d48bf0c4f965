import type { SignedIn } from '../app.ts'

const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The customer's input, and the button that they press. */
const TYPED = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991 234 567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
  courier: 'bike-riders',
  notes: 'Ring twice',
  intent: 'pay',
}

/**
 * The fields of the checkout as its page sends them (from an answer, otherwise from a new visit), with the customer's
 * input.
 */
export async function fillCheckout(
  buyer: Pick<SignedIn, 'open'>,
  page?: string,
): Promise<Record<string, string>> {
  const html = page ?? (await buyer.open('/checkout')).html
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return {
    ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decode(value)])),
    ...TYPED,
  }
}

/** Sends the checkout as a browser without scripts does. */
export async function sendCheckout(
  buyer: SignedIn,
  change: Record<string, string> = {},
  fields?: Record<string, string>,
) {
  const all = { ...(fields ?? (await fillCheckout(buyer))), ...change }
  const response = await buyer.post('/checkout', all)
  return {
    status: response.status,
    to: response.headers.get('location'),
    html: await response.text(),
    cookies: response.headers.getSetCookie().join('\n'),
  }
}
