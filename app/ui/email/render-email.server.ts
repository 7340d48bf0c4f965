import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  type Email,
  type EmailBlock,
  type EmailContent,
  type EmailLine,
  type EmailPicture,
  signature,
  writeAsText,
} from '../../rules/messages/emails/content.ts'

// The process that sends emails runs these files without a build, so they have no JSX. Email clients ignore style
// sheets, so each element has its own style.

type Pictures = readonly (EmailPicture | null)[]

const PAGE = {
  margin: 0,
  background: '#f7f1e6',
  padding: '24px 3%',
  font: '16px/1.5 system-ui,sans-serif',
  color: '#1d1814',
}
const SHEET = {
  maxWidth: 520,
  margin: 'auto',
  background: '#fffdf9',
  padding: '32px 5%',
  borderTop: '6px solid #a8371f',
}
const LINK = {
  background: '#a8371f',
  color: '#fff',
  padding: '12px 20px',
  textDecoration: 'none',
  display: 'inline-block',
}

/** Joins rows with line breaks. */
const stack = (lines: string[]): ReactNode[] =>
  lines.flatMap((line, n) => (n > 0 ? [h('br'), line] : [line]))

const Paragraph = ({ text }: { text: string }) =>
  h('p', { style: { margin: '0 0 16px' } }, ...stack(text.split('\n')))

const Button = ({ label, url }: { label: string; url: string }) =>
  h('p', { style: { margin: '24px 0' } }, h('a', { href: url, style: LINK }, label))

const CELL = { padding: '4px 0', verticalAlign: 'top' }
const LINE = { ...CELL, borderTop: '1px solid #e5dccb', overflowWrap: 'anywhere' as const }
// A share of a phone's width: without it a name, which may break anywhere, would break at every character.
const NAME = { ...LINE, width: '60%' }
const RIGHT = { textAlign: 'right' as const, paddingLeft: 16 }
// A long waybill wraps anywhere; an amount never wraps, and the name beside it wraps instead.
const FACT = { ...RIGHT, overflowWrap: 'anywhere' as const }
const AMOUNT = { ...RIGHT, overflowWrap: 'normal' as const }

/** Rows of two cells; screen readers read them as text, not as a data table. */
const Rows = ({ rows, left, right }: { rows: EmailBlock['facts']; left: object; right: object }) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 },
    h(
      'tbody',
      null,
      ...rows.map(([label, value]) =>
        h('tr', null, h('td', { style: left }, label), h('td', { style: right }, value)),
      ),
    ),
  )

// On a phone of 320 px this leaves enough width for the name. The alt text of a picture that is not loaded
// stays inside.
const PICTURE = { width: 48, height: 60 }
const FRAME = {
  ...PICTURE,
  display: 'block',
  objectFit: 'cover' as const,
  overflow: 'hidden',
  font: '10px/12px system-ui,sans-serif',
  color: '#1d1814',
}

const LinePicture = ({ src, alt, tint }: EmailPicture) =>
  h('img', { src, alt, ...PICTURE, style: { ...FRAME, background: tint } })

const NOTE = { color: '#6b5f52', fontSize: 14 }

/** Items, each with its picture; the column exists when at least one has a picture. */
const Items = ({ lines, pictures }: { lines: EmailLine[]; pictures: Pictures }) => {
  const hasPictures = pictures.some(Boolean)
  return h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 },
    h(
      'tbody',
      null,
      ...lines.map(([label, value], at) => {
        const picture = pictures[at]
        return h(
          'tr',
          null,
          hasPictures &&
            h(
              'td',
              { width: PICTURE.width, style: { ...LINE, paddingRight: 12 } },
              picture && h(LinePicture, picture),
            ),
          h(
            'td',
            { style: NAME },
            label,
            picture?.note
              ? [h('br', { key: 'br' }), h('span', { key: 'note', style: NOTE }, picture.note)]
              : null,
          ),
          h('td', { style: { ...LINE, ...AMOUNT } }, value),
        )
      }),
    ),
  )
}

/** An order as every email about it shows it. */
const Block = ({ title, facts, lines, sums, pictures }: EmailBlock & { pictures: Pictures }) =>
  h(
    'div',
    { style: { margin: '24px 0', padding: 16, background: '#f7f1e6' } },
    h('p', { style: { margin: '0 0 8px', fontWeight: 700 } }, title),
    h(Rows, { rows: facts, left: CELL, right: { ...CELL, ...FACT } }),
    h(Items, { lines, pictures }),
    h(Rows, { rows: sums, left: NAME, right: { ...LINE, ...AMOUNT } }),
  )

const Signature = () =>
  h('p', { style: { margin: '24px 0 0', color: '#6b5f52', fontSize: 14 } }, ...stack(signature()))

const Head = ({ subject }: { subject: string }) =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('title', null, subject),
  )

type Rendered = EmailContent & { pictures: Pictures }

const Document = ({
  subject,
  greeting,
  paragraphs,
  block,
  button,
  after = [],
  pictures,
}: Rendered) =>
  h(
    'html',
    { lang: 'en' },
    h(Head, { subject }),
    h(
      'body',
      { style: PAGE },
      h(
        'div',
        { style: SHEET },
        ...[greeting, ...paragraphs].map((text) => h(Paragraph, { text })),
        block && h(Block, { ...block, pictures }),
        button && h(Button, button),
        ...after.map((text) => h(Paragraph, { text })),
        h(Signature),
      ),
    ),
  )

/**
 * Renders an email as plain text and as HTML; in both, whatever a person typed is text. `pictures`: those of the lines
 * in its block, in their order.
 */
export function renderEmail(content: EmailContent, pictures: Pictures = []): Email {
  const { to, subject, unsubscribeUrl } = content
  return {
    to,
    subject,
    text: writeAsText(content),
    html: `<!doctype html>${renderToStaticMarkup(h(Document, { ...content, pictures }))}`,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}
