import { formatChoice } from '../messages/catalogue/choice.ts'
import { receiptTexts as texts } from '../messages/till/receipts.ts'
import { formatAmount } from '../money.ts'
import { settings } from '../settings/settings.ts'
import type { Pair, Receipt, ReceiptLine } from './receipt.ts'

/** Characters on a line: 32 on 58 mm paper, 48 on 80 mm. */
export type Columns = 32 | 48

/** A line of a slip, or a printer action. No text is wider than the paper. */
export type Row =
  | { kind: 'text'; text: string; isCentred?: boolean; isBold?: boolean; size?: 'tall' | 'double' }
  | { kind: 'rule' }
  | { kind: 'space' }
  | { kind: 'barcode'; code: string }
  | { kind: 'cut' }

const PLAIN: Record<string, string> = {
  '×': 'x',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '•': '*',
  '·': '-',
}

/** Text as it is counted and printed: no control characters (a name must not steer a printer), plain punctuation. */
export const plainText = (text: string) =>
  text
    .replace(/\s/g, ' ')
    .replace(/\p{C}/gu, '')
    .normalize('NFKC')
    .replace(/[×–—−‘’“”•·]/g, (char) => PLAIN[char] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const widthOf = (text: string) => Array.from(text).length

/** Breaks a text into lines, between words where it can. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of plainText(text).split(' ')) {
    const pipeline = line === '' ? word : `${line} ${word}`
    if (widthOf(pipeline) <= columns) {
      line = pipeline
      continue
    }
    if (line !== '') lines.push(line)
    const chars = Array.from(word)
    while (chars.length > columns) lines.push(chars.splice(0, columns).join(''))
    line = chars.join('')
  }
  return line === '' ? lines : [...lines, line]
}

/** A label on the left and its value on the right; below each other when they do not fit. */
function pairLines(label: string, value: string, columns: number): string[] {
  const right = plainText(value)
  const room = columns - widthOf(right) - 1
  // In a narrower column a label would break into fragments.
  if (room < Math.min(8, widthOf(label)))
    return [
      ...wrapText(label, columns),
      ...wrapText(right, columns).map((line) => padTo('', line, columns)),
    ]
  const left = wrapText(label, room)
  const last = left.pop() ?? ''
  return [...left, padTo(last, right, columns)]
}

const padTo = (left: string, right: string, columns: number) =>
  left + ' '.repeat(Math.max(columns - widthOf(left) - widthOf(right), 0)) + right

const text = (text: string): Row => ({ kind: 'text', text })
const centred = (words: string, columns: number): Row[] =>
  wrapText(words, columns).map((line) => ({ kind: 'text', text: line, isCentred: true }))
const RULE: Row = { kind: 'rule' }

const pairRows = ({ label, value, isTotal }: Pair, columns: number): Row[] =>
  pairLines(label, value, columns).map((line) =>
    isTotal ? { kind: 'text', text: line, isBold: true, size: 'tall' } : text(line),
  )

function lineRows(line: ReceiptLine, columns: number): Row[] {
  const count =
    line.unitPrice === null
      ? texts.pieces({ count: line.quantity })
      : `${line.quantity} x ${formatAmount(line.unitPrice)}`
  return [
    ...wrapText(line.name, columns).map(
      (words): Row => ({ kind: 'text', text: words, isBold: true }),
    ),
    ...wrapText(formatChoice(line), columns).map(text),
    ...pairLines(count, formatAmount(line.amount), columns).map(text),
    ...(line.off > 0
      ? pairLines(texts.discount, `-${formatAmount(line.off)}`, columns).map(text)
      : []),
  ]
}

/** The whole slip, line by line, for paper of so many columns. */
export function receiptRows(receipt: Receipt, columns: Columns): Row[] {
  const bold = (words: string): Row[] =>
    centred(words, columns).map((row) => ({ ...row, isBold: true }))
  return [
    ...centred(settings().name, columns / 2).map(
      (row): Row => ({ ...row, isBold: true, size: 'double' }) as Row,
    ),
    ...[...settings().address, ...settings().phones, settings().email].flatMap((line) =>
      centred(line, columns),
    ),
    RULE,
    ...(receipt.title ? bold(receipt.title) : []),
    ...(receipt.isReprint ? bold(`*** ${texts.reprint} ***`) : []),
    ...receipt.facts.flatMap((fact) => pairRows(fact, columns)),
    ...(receipt.lines.length > 0
      ? [RULE, ...receipt.lines.flatMap((line) => lineRows(line, columns))]
      : []),
    ...receipt.sums.flatMap((block) => [RULE, ...block.flatMap((sum) => pairRows(sum, columns))]),
    RULE,
    ...(receipt.notes ? wrapText(texts.note({ text: receipt.notes }), columns).map(text) : []),
    ...receipt.closing.flatMap((line) => centred(line, columns)),
    ...(receipt.number
      ? [{ kind: 'space' } as const, { kind: 'barcode', code: receipt.number } as const]
      : []),
    { kind: 'cut' },
  ]
}
