import { formatCreditCode } from '../../credit/credit.ts'

/** Messages that a till shows without asking the server, or when it cannot ask. */
export const NOT_KEPT_HERE = 'The device could not keep it. Try again.'
export const NOT_TAKEN_YET = 'The server could not take it yet.'
export const NO_PAGE_YET = 'No page to pay on yet'
export const PINS_DIFFER = 'The two PINs are different. Please begin again.'
export const NO_RECEIPT_YET = 'This sale is not paid: it has no receipt.'

/** The code does not pay this sale by itself: the message gives it to the cashier, who types it in. */
export const creditNotKept = ({ number, code }: { number: string; code: string | null }) => ({
  title: 'Store credit was not kept for this sale',
  description: `${number} is taken back as store credit${
    code ? ` ${formatCreditCode(code)}. Use the code.` : ': its customer has the code by email.'
  }`,
})

/** Why items cannot be returned at this till. */
export const NOT_RETURNABLE = {
  elsewhere:
    'Without the network only sales of this device can be taken back, and this is none of them.',
  online:
    'Not without the network: what was ordered online is taken back where the server can be asked.',
  voucher: 'This is a gift voucher. It is spent, and not taken back at the till.',
  unpaid: 'This sale is not paid: nothing can come back from it.',
  short:
    'Only a part of this sale is paid. Keep the items and call an admin, who takes the rest or gives back what came.',
}

/** Results of actions on the receipt printer. */
export const PRINTER_TEXTS = {
  chosen: 'This printer is kept. Print a test now.',
  none: 'Nothing was chosen.',
  printed: 'Printed.',
  opened: 'The drawer was told to open.',
}

/** For the till's screen reader. */
export const addedToSale = (name: string) => `${name} added`

/** Troubles of a device's storage. */
export const STORAGE_TROUBLES = {
  full: 'This device is full: no sale can be kept safely. Free some space, then go on.',
  refused:
    'This browser keeps nothing: no sale can be kept safely. Leave private browsing, or allow storage for this site.',
  'may-be-evicted':
    'The browser may throw away what it keeps when the device is nearly full. Install the till, or add it to the home screen, to be safe.',
}
