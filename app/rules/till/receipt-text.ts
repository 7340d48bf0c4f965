import { formatChoice } from '../messages/catalogue/choice.ts'
import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { formatAmount } from '../money.ts'
import { chatLink } from '../phone.ts'
import { settings } from '../settings/settings.ts'
import type { Pair, Receipt, ReceiptLine } from './receipt.ts'

const pair = ({ label, value, isTotal }: Pair) => {
  const line = `${label}: ${value}`
  return isTotal ? `*${line}*` : line
}

function lineText(line: ReceiptLine) {
  const { name, quantity, amount, off } = line
  const choice = formatChoice(line)
  const less = off > 0 ? ` (−${formatAmount(off)})` : ''
  return `${quantity} × ${name}${choice ? ` (${choice})` : ''}: ${formatAmount(amount)}${less}`
}

/** A receipt as a chat message; chat apps show text between asterisks in bold. */
export const receiptText = (receipt: Receipt) =>
  [
    [`*${settings().name}*`, settings().address.join(', '), settings().phones.join(', ')],
    [
      ...(receipt.title ? [`*${receipt.title}*`] : []),
      ...(receipt.isReprint ? [`*${texts.reprint}*`] : []),
      ...receipt.facts.map(pair),
    ],
    receipt.lines.map(lineText),
    ...receipt.sums.map((block) => block.map(pair)),
    receipt.notes ? [texts.note({ text: receipt.notes })] : [],
    receipt.closing,
  ]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')

/** The link that opens WhatsApp with the receipt: for this number, or for a contact that the cashier then chooses. */
export const whatsAppLink = (receipt: Receipt, phone: string | null) =>
  chatLink(receiptText(receipt), phone)
