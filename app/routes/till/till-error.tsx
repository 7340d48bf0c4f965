import { isRouteErrorResponse, useRouteError } from 'react-router'
import { tillRefusals } from '../../rules/messages/till/till.ts'
import { ShutDoor } from '../../ui/admin/denied.tsx'

/**
 * Replaces the till: for a person who may not use it or asked too often, and when it failed (`text` says what to do).
 */
export function TillError({ text }: { text: string }) {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const denied = tillRefusals['pos-denied']
  if (status === 403) return <ShutDoor title={denied.title} text={denied.description} />
  if (status === 429)
    return <ShutDoor title="Too many attempts" text="Please try again in some minutes." />
  return <ShutDoor title="Something went wrong on our side" text={text} />
}
