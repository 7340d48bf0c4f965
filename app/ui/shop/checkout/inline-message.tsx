import { useEffect, useRef } from 'react'
import type { CheckoutMessage } from '../../../rules/checkout/checkout.ts'

/** The shop's message about an act, at the part of the page that it concerns; it stays until the next act. */
export function InlineMessage({
  message,
  at,
}: {
  message: CheckoutMessage | undefined
  at: CheckoutMessage['at']
}) {
  const box = useRef<HTMLDivElement>(null)
  const isHere = message?.at === at
  useEffect(() => {
    // A refused payment concerns the whole page, so the focus moves to the reason.
    if (message?.at !== at) return
    if (at === 'top') box.current?.focus()
    else box.current?.scrollIntoView({ block: 'nearest' })
  }, [message, at])
  const isBad = message?.tone === 'bad'
  return (
    <div
      ref={box}
      id={`said-${at}`}
      tabIndex={-1}
      role={isBad ? 'alert' : 'status'}
      className={
        isHere
          ? `scroll-mt-28 scroll-mb-28 rounded-card border-l-8 px-4 py-3 md:scroll-mt-40 ${isBad ? 'border-alarm bg-alarm-wash' : 'border-leaf bg-leaf-wash'} ${at === 'top' ? 'mt-6' : 'mt-3'}`
          : ''
      }
    >
      {isHere ? (
        <>
          <p className="font-semibold">{message.title}</p>
          {message.description ? <p className="wrap-anywhere">{message.description}</p> : null}
        </>
      ) : null}
    </div>
  )
}
