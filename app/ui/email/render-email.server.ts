import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  type Email,
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

const Document = ({ subject, greeting, paragraphs, button, after = [] }: EmailContent) =>
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
