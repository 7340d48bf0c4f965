import type { Connection } from './use-mobile-sale.ts'

/** Explains that the server cannot be reached: nothing is lost, and nothing is decided. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  return (
    <output aria-live="polite" className="block empty:hidden">
      {connection === 'connection-lost' ? (
        <p className="rounded-card border-2 border-edge bg-sand p-4 font-semibold">
          No connection. The customer can go on paying on the phone, and nothing is lost: this
          screen keeps asking and says as soon as it knows. Do not sell it a second time.
        </p>
      ) : null}
      {connection === 'signed-out' ? (
        <p className="rounded-card border-2 border-edge bg-sand p-4 font-semibold">
          You are signed out, so the till cannot see whether it is paid. Nothing is lost:{' '}
          <a
            href="/auth?then=%2Fadmin%2Fpos"
            target="_blank"
            rel="noreferrer"
            className="underline"
          >
            sign in again
          </a>{' '}
          and this screen goes on.
        </p>
      ) : null}
    </output>
  )
}
