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

// The process that sends emails runs these files as they are, and knows no JSX. Mail programs know no style
// sheet: each element carries its own style.

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

/** Lines one below the other. */
const stack = (lines: string[]): ReactNode[] =>
  lines.flatMap((line, n) => (n > 0 ? [h('br'), line] : [line]))

const Paragraph = ({ text }: { text: string }) =>
  h('p', { style: { margin: '0 0 16px' } }, ...stack(text.split('\n')))

const Button = ({ label, url }: { label: string; url: string }) =>
  h('p', { style: { margin: '24px 0' } }, h('a', { href: url, style: LINK }, label))

const CELL = { padding: '4px 0', verticalAlign: 'top' }
const LINE = { ...CELL, borderTop: '1px solid #e5dccb', overflowWrap: 'anywhere' as const }
// Its share of a phone; without it a name would be broken before every letter, for it may break anywhere.
const NAME = { ...LINE, width: '60%' }
const RIGHT = { textAlign: 'right' as const, paddingLeft: 16 }
// A long number of a parcel gives way; an amount is read in one piece, and the name beside it gives way.
const FACT = { ...RIGHT, overflowWrap: 'anywhere' as const }
const AMOUNT = { ...RIGHT, overflowWrap: 'normal' as const }

/** Rows of two cells; told by a reader of screens as what they are, not as a table of data. */
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

// A phone of 320 px leaves the name its room beside it. What stands in for a picture that is not loaded stays within.
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

/** Items, each with its picture; the column of pictures is there when one of them has one. */
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
 * An email in the shop's voice, as plain text and as HTML; whatever a person typed is text in both. `pictures` stand
 * beside the lines of its block, in their order.
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
