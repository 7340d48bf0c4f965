type ShownEmail = {
  to: string
  subject: string
  text: string
  html?: string
  unsubscribeUrl?: string
  sentAt: string
}

const LINK = /(https?:\/\/\S+)/

/** An email as its reader gets it: its text with the links, and its HTML isolated from the page. */
export function EmailView({ email }: { email: ShownEmail }) {
  return (
    <article className="mt-4">
      <h1 className="text-3xl wrap-anywhere">{email.subject}</h1>
      <p className="mt-1 text-quiet wrap-anywhere">to {email.to}</p>
      {email.unsubscribeUrl ? (
        <p className="mt-1 text-sm text-quiet wrap-anywhere">
          List-Unsubscribe: {email.unsubscribeUrl}
        </p>
      ) : null}
      <pre className="mt-5 rounded-card bg-sheet p-5 font-body whitespace-pre-wrap wrap-anywhere">
        {email.text.split(LINK).map((part, n) =>
          LINK.test(part) ? (
            <a key={`${n}-${part}`} href={part} className="text-lake underline underline-offset-4">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </pre>
      {email.html ? (
        <>
          <h2 className="mt-8 text-xl">As HTML</h2>
          {/* The frame runs no scripts and cannot reach our page; its links open in this window. */}
          <iframe
            title="The email as HTML"
            sandbox="allow-top-navigation-by-user-activation"
            srcDoc={email.html.replaceAll('<a ', '<a target="_top" ')}
            className="mt-3 h-140 w-full rounded-card border border-line bg-white"
          />
        </>
      ) : null}
    </article>
  )
}
