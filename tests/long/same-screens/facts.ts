/**
 * The facts about the shop's data on a page: all of them, and those that belong together in a row, a card or with a
 * label.
 */
export type StatedFacts = { all: Set<string>; rows: Set<string>[] }

// Words that are data: the states of orders, sales, products, codes and shifts, and reasons for a review.
const STATES = [
  'Pending|Awaiting payment|Processing|Shipped|Delivered|Cancelled|Not paid|Completed',
  'Paid|Failed|Waiting|Active|Inactive|Archived|Expired|Not Started|Used up|Open|Closed',
  'Returned|Confirmed|Unconfirmed|super admin|admin|cashier|customer|Cash|Mobile money',
  'Not tracked|Paid, but cancelled|Paid too little|Paid, but sold out|Paid twice',
  'Paid late|More sold than in stock|Another price|Another sum|Goods unknown|Discount not approved',
  'Shift unknown|Returned twice|Out of stock|Held for payment|Hold released|Opening stock',
  'Sold online|Sold at the till|Received|Adjusted|NEW',
].flatMap((row) => row.split('|'))
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const KINDS = [
  String.raw`(?:FSC|POS)-\d{4}-\d{6}`,
  String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  String.raw`[-−+]? ?MK ?[-−]?\d[\d,]*`,
  String.raw`${MONTHS} \d{1,2}, \d{4}`,
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d\d:\d\d`,
  String.raw`\+?\d[\d ]{7,}\d`,
]

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A number is the same with thousands separators, and a phone number with spaces. */
function written(found: string) {
  const number = found.replaceAll(',', '')
  return /^\+\d[\d ]+$/.test(number) ? number.replaceAll(' ', '') : oneSpace(number)
}

/** Finds facts in texts: numbers, sums, dates, states, and the names in this shop's data. */
export function createFinder(names: readonly string[]) {
  const words = [...new Set([...names.map(oneSpace), ...STATES])]
    .filter((name) => name.length > 2)
    .toSorted((a, b) => b.length - a.length)
  const fact = new RegExp(
    [
      ...KINDS,
      `(?<![\\p{L}\\d])(?:${words.map(escape).join('|')})(?![\\p{L}\\d])`,
      String.raw`(?<![\p{L}\d.,-])[-−+]?\d[\d,]*(?:\.\d+)?%?(?![\p{L}\d])`,
    ].join('|'),
    'gu',
  )
  const find = (text: string) =>
    new Set([...oneSpace(text).matchAll(fact)].map(([found]) => written(found)))
  return (html: string): StatedFacts => {
    const { page, rows } = readTexts(html)
    return {
      all: find(page),
      rows: rows.map(find).filter((row) => row.size > 1),
    }
  }
}

const TOKEN =
  /<!--[\s\S]*?-->|<(script|style|template|svg)\b[\s\S]*?<\/\1>|<(\/?)([a-z][a-z\d-]*)((?:"[^"]*"|[^"<>])*)>|[^<]+|</gi
const attribute = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
/** A label and its value form a row that ends at the next label. */
const ROW_BEGINS = new Set(['tr', 'li', 'article', 'dt'])
const ROW_ENDS: Record<string, string> = { tr: 'tr', li: 'li', article: 'article', dd: 'dt' }
const NOT_SHOWN = /^(hidden|checkbox|radio|password|submit|file)$/

function readTexts(html: string) {
  let page = ''
  const rows: string[] = []
  const open: { tag: string; text: string }[] = []
  let isSkipped = false
  const add = (text: string) => {
    page += text
    for (const row of open) row.text += text
  }
  for (const [token, dropped, slash, name = '', attributes = ''] of html.matchAll(TOKEN)) {
    const tag = name.toLowerCase()
    if (token.startsWith('<!--')) continue
    if (dropped) add(' ')
    else if (!tag) {
      if (!isSkipped) add(decode(token))
    } else {
      add(' ')
      if (tag === 'head') isSkipped = !slash
      // Of a select, only the chosen option is shown.
      if (tag === 'option') isSkipped = !slash && !/\bselected\b/.test(attributes)
      if (tag === 'input' && !NOT_SHOWN.test(attribute(attributes, 'type') ?? ''))
        add(decode(attribute(attributes, 'value') ?? ''))
      if (!slash && ROW_BEGINS.has(tag)) open.push({ tag, text: '' })
      const ended = slash ? ROW_ENDS[tag] : undefined
      const at = ended ? open.findLastIndex((row) => row.tag === ended) : -1
      if (at >= 0) rows.push(...open.splice(at).map(({ text }) => text))
    }
  }
  return { page, rows }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }
const decode = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) =>
    hex || number
      ? String.fromCodePoint(Number.parseInt(hex ?? number, hex ? 16 : 10))
      : (NAMED[name] ?? all),
  )
