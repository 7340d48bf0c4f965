import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accountRefusals } from '../../rules/messages/accounts/accounts.ts'
import { ButtonLink } from '../kit/button.tsx'

const SECONDS = 1

/** A page that was refused or has failed: says so, with a link out. */
export const ShutDoor = ({
  title,
  text,
  children,
}: {
  title: string
  text: string | undefined
  children?: ReactNode
}) => (
  <main className="cloth-shells grid min-h-dvh place-items-center p-4">
    <div className="w-full max-w-md overflow-hidden rounded-card bg-sheet text-center shadow-float">
      <div aria-hidden className="cloth-hairline" />
      <div className="grid justify-items-center gap-4 px-6 py-10">
        <h1 className="text-4xl">{title}</h1>
        <p role="alert" className="text-lg">
          {text}
        </p>
        {children}
        <ButtonLink to="/">To the shop</ButtonLink>
      </div>
    </div>
  </main>
)

/**
 * For a signed-in person who may not run the shop: says so, and redirects to the shop after a second
 * (docs/product.md, Roles).
 */
export function Denied() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/', { replace: true }), SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <ShutDoor title="Access Denied" text={accountRefusals.unauthorized.description}>
      <noscript>
        <meta httpEquiv="refresh" content={`${SECONDS}; url=/`} />
      </noscript>
      <p className="text-quiet">Taking you back to the shop…</p>
    </ShutDoor>
  )
}
