import { settings } from '../../settings/settings.ts'

/** `unsubscribeUrl` removes the address from the list that this email is for, by a plain POST (RFC 8058). */
type Envelope = { to: string; subject: string; unsubscribeUrl?: string }

type Row = readonly [label: string, value: string]

/** A line of an order, with the product and color of its picture. */
export type EmailLine = readonly [
  label: string,
  value: string,
  look?: { productId: string; color: string | null },
]

/** An order within an email: title, facts, lines and sums. */
export type EmailBlock = { title: string; facts: Row[]; lines: EmailLine[]; sums: Row[] }

/** A picture for a line, by its absolute URL, because email programs resolve no other. */
export type EmailPicture = { src: string; alt: string; tint: string; note: string }

/** The content of an email, from which the job that sends it renders text and HTML. */
export type EmailContent = Envelope & {
  greeting: string
  paragraphs: string[]
  block?: EmailBlock
  button?: { label: string; url: string }
  after?: string[]
}

/** An email as it is sent; `html` goes with `text`, never in its place. */
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

// A stranger may sign up with somebody else's address: the "name" must not carry advertising into that email.
const FIRST_NAME = /^[\p{L}\p{M}'’-]{1,30}$/u

export function hello(name: string) {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return FIRST_NAME.test(first) ? `Hello ${first},` : 'Hello,'
}
