import { settings } from '../../settings/settings.ts'

/** `unsubscribeUrl`: leaves the list this email is for, by a plain POST (RFC 8058). */
type Envelope = { to: string; subject: string; unsubscribeUrl?: string }

type Row = readonly [label: string, value: string]

/** A line of an order, and which product in which color stands beside it as a picture. */
export type EmailLine = readonly [
  label: string,
  value: string,
  look?: { productId: string; color: string | null },
]

/** An order within an email: what it is called, where it stands, what is in it and what it costs. */
export type EmailBlock = { title: string; facts: Row[]; lines: EmailLine[]; sums: Row[] }

/** A picture for a line, by its whole address: programs of emails know no other. */
export type EmailPicture = { src: string; alt: string; tint: string; note: string }

/** What an email says, before it is text and HTML: the job that sends it writes both. */
export type EmailContent = Envelope & {
  greeting: string
  paragraphs: string[]
  block?: EmailBlock
  button?: { label: string; url: string }
  after?: string[]
}

/** An email as it is sent; `html` goes beside `text`, never instead of it. */
export type Email = Envelope & { text: string; html?: string }

export const signature = () => [settings().name, ...settings().address, settings().supportPhone]

const writeRows = (rows: readonly (Row | EmailLine)[]) =>
  rows.map(([label, value]) => `${label}: ${value}`)

const writeBlock = ({ title, facts, lines, sums }: EmailBlock) =>
  [[title, ...writeRows(facts)], writeRows(lines), writeRows(sums)].map((rows) => rows.join('\n'))

export const writeAsText = ({ greeting, paragraphs, block, button, after = [] }: EmailContent) =>
  [
    greeting,
    ...paragraphs,
    ...(block ? writeBlock(block) : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
    signature().join('\n'),
  ].join('\n\n')

// A stranger signs up with somebody's address: their "name" must not bring an advertisement there.
const FIRST_NAME = /^[\p{L}\p{M}'’-]{1,30}$/u

export function hello(name: string) {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return FIRST_NAME.test(first) ? `Hello ${first},` : 'Hello,'
}
