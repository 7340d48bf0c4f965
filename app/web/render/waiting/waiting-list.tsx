import { useEffect } from 'react'
import { Button } from '../../../ui/kit/button.tsx'
import { sendNow, sendWaiting } from './send-waiting.ts'
import { cancelAct, isOwn, useWaiting } from './waiting-acts.ts'

/** Browsers do not always report that a connection came back. */
const EVERY_MS = 20_000

/** Shows the waiting actions below the header as long as there are any, and sends them. */
export function WaitingList() {
  const acts = useWaiting().filter(isOwn)
  const isWaiting = acts.some(({ refusal }) => !refusal)
  useEffect(() => {
    if (!isWaiting) return undefined
    const send = () => void sendWaiting()
    // Sends at once as well: after a reload there may be a connection.
    send()
    const timer = setInterval(send, EVERY_MS)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
    }
  }, [isWaiting])
  if (acts.length === 0) return null
  return (
    <section aria-labelledby="waiting-acts" className="mx-auto w-full max-w-7xl px-4 pt-4">
      {/* On wide screens it leaves room for a toast beside it. */}
      <div className="rounded-card border-l-8 border-lake bg-lake-wash px-4 py-3 xl:max-w-3xl">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="waiting-acts" className="font-body text-base font-semibold">
            {isWaiting ? 'Waiting for the connection' : 'Not done'}
          </h2>
          {isWaiting ? (
            <Button onClick={() => void sendNow()} type="button">
              Send now
            </Button>
          ) : null}
        </div>
        <ul>
          {acts.map(({ name, label, refusal }) => (
            <li key={name} className="flex items-center justify-between gap-x-4">
              <p className="min-w-0 py-1 wrap-anywhere">
                {label}
                {refusal ? <span className="block text-sm text-alarm">{refusal}</span> : null}
              </p>
              <button
                type="button"
                onClick={() => cancelAct(name)}
                className="min-h-11 shrink-0 rounded-card px-3 font-semibold text-lake underline underline-offset-4"
              >
                {refusal ? 'Dismiss' : 'Cancel'}
                <span className="sr-only">: {label}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
