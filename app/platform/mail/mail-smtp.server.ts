import type { Transporter } from 'nodemailer'
import { isLoopback } from '../../rules/network.ts'
import { type Mail, RefusedForGood } from './mail.server.ts'

type Sender = string | { name: string; address: string }

/**
 * Emails through an SMTP server (`smtp://user:password@host:port`, `smtps://…`). Silence for `timeoutMs` is a
 * failure. Requires TLS to another machine, unless `?ignoreTLS=true` says that nobody can listen on the way:
 * otherwise an attacker could remove the server's offer of TLS, and read the password and the links.
 */
export function openSmtp(options: {
  url: string
  from: Sender | (() => Sender)
  timeoutMs?: number
}): Mail {
  const { url, from, timeoutMs = 15_000 } = options
  const { hostname, searchParams } = new URL(url)
  let transport: Promise<Transporter> | undefined
  // Loaded with the first email, because a web process sends none.
  const loadTransport = async () =>
    (await import('nodemailer')).createTransport({
      url,
      requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
      // Covers everything up to the greeting: name look-up, connecting, TLS.
      connectionTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    async send({ to, subject, text, html, unsubscribeUrl }) {
      transport ??= loadTransport().catch((error: unknown) => {
        transport = undefined
        throw error
      })
      const sending = (await transport).sendMail({
        from: typeof from === 'function' ? from() : from,
        // An object, because in a string a comma in a typed address would make two receivers.
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        headers: {
          // Keeps holiday replies away (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          // The mail program's own button for leaving (RFC 8058).
          ...(unsubscribeUrl === undefined
            ? {}
            : {
                'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
      })
      await sending.catch((error: unknown) => {
        throw isForGood(error)
          ? new RefusedForGood((error as Error).message, { cause: error })
          : error
      })
    },
  }
}

// Errors of the shop's account, not of the email: they end once somebody corrects SMTP_URL.
const ABOUT_US = new Set([530, 534, 535, 538])

/** Whether the server refused the sender, the receiver or the text for good, not the connection or the sign-in. */
function isForGood(error: unknown) {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return (
    responseCode >= 500 &&
    responseCode < 600 &&
    !ABOUT_US.has(responseCode) &&
    /^(MAIL FROM|RCPT TO|DATA)$/.test(command)
  )
}
