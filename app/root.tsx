import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { settings, snapshot, writeSnapshot } from './rules/settings/settings.ts'
import { keepPage, useRecovery } from './web/render/connection.ts'
import { useLiveSignal } from './web/render/live.ts'
import { StableOutlet } from './web/render/stable-outlet.ts'
import './ui/theme.css'

// No loader here: the till starts without a network (routes/till).
export const meta = () => [
  { title: `${settings().name}: ${settings().tagline}` },
  { name: 'description', content: settings().description },
]

export const clientMiddleware = [keepPage]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf5ec" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <Meta />
        <Links />
        {/* After the links, because the till is an app of its own and a browser takes the first manifest. */}
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {children}
        <SettingsOfPage />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The settings with which the page was rendered, for its scripts (entry.client.tsx): data, which no browser runs. */
const SettingsOfPage = () => (
  <script
    id="settings"
    type="application/json"
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: writeSnapshot(snapshot()) }}
  />
)

export default function App() {
  useRecovery()
  useLiveSignal()
  return <StableOutlet />
}

/** The outermost error page: for a refused request or a bug outside every screen. It never shows a stack trace. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const [title, text] = wordsOf(status)
  return (
    <main className="cloth-shells grid min-h-dvh place-items-center px-4 py-12">
      <title>{`${title} | ${settings().name}`}</title>
      <div className="w-full max-w-lg rounded-card bg-paper px-8 py-10">
        <p className="font-display text-3xl text-clay">{settings().name}</p>
        <h1 className="mt-6 text-3xl">{title}</h1>
        <p className="mt-3">{text}</p>
        <a
          className="mt-6 inline-flex min-h-11 items-center font-semibold text-lake underline"
          href="/"
        >
          Back to the shop
        </a>
      </div>
    </main>
  )
}

function wordsOf(status: number) {
  if (status === 404 || status === 405)
    return ['Oops! Page not found', 'Nothing is at this address.']
  if (status === 403) return ['Access Denied', 'Your account may not open this page.']
  return [
    'Something went wrong on our side',
    'Nothing is lost. Please reload the page in a minute.',
  ]
}
