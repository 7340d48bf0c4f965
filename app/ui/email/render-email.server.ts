import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  type Email,
  type EmailBlock,
  type EmailContent,
  SIGNATURE,
  writeAsText,
} from '../../rules/messages/emails/content.ts'

// The process that sends emails runs these files as they are, and knows no JSX. Mail programs know no style
// sheet: each element carries its own style.

const PAGE = {
  margin: 0,
  background: '#f7f1e6',
  padding: 24,
  font: '16px/1.5 system-ui,sans-serif',
  color: '#1d1814',
}
const SHEET = {
  maxWidth: 520,
  margin: 'auto',
  background: '#fffdf9',
  padding: 32,
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
const LINE = { ...CELL, borderTop: '1px solid #e5dccb' }
const FIGURE = { textAlign: 'right' as const, overflowWrap: 'anywhere' as const, paddingLeft: 16 }

/** Rows of two cells; told by a reader of screens as what they are, not as a table of data. */
const Rows = ({ rows, style }: { rows: EmailBlock['lines']; style: typeof CELL }) =>
  h(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0 },
    h(
      'tbody',
      null,
      ...rows.map(([label, value]) =>
        h(
          'tr',
          null,
          h('td', { style }, label),
          h('td', { style: { ...style, ...FIGURE } }, value),
        ),
      ),
    ),
  )

/** An order as every email about it shows it. */
const Block = ({ title, facts, lines, sums }: EmailBlock) =>
  h(
    'div',
    { style: { margin: '24px 0', padding: 16, background: '#f7f1e6' } },
    h('p', { style: { margin: '0 0 8px', fontWeight: 700 } }, title),
    h(Rows, { rows: facts, style: CELL }),
    h(Rows, { rows: lines, style: LINE }),
    h(Rows, { rows: sums, style: LINE }),
  )

const Signature = () =>
  h('p', { style: { margin: '24px 0 0', color: '#6b5f52', fontSize: 14 } }, ...stack(SIGNATURE))

const Head = ({ subject }: { subject: string }) =>
  h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('title', null, subject),
  )

const Document = ({ subject, greeting, paragraphs, block, button, after = [] }: EmailContent) =>
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
        block && h(Block, block),
        button && h(Button, button),
        ...after.map((text) => h(Paragraph, { text })),
        h(Signature),
      ),
    ),
  )

/** An email in the shop's voice, as plain text and as HTML; whatever a person typed is text in both. */
export function renderEmail(content: EmailContent): Email {
  const { to, subject, unsubscribeUrl } = content
  return {
    to,
    subject,
    text: writeAsText(content),
    html: `<!doctype html>${renderToStaticMarkup(h(Document, content))}`,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  }
}
