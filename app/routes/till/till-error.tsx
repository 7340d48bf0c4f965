import { isRouteErrorResponse, useRouteError } from 'react-router'
import { tillRefusals } from '../../rules/messages/till.ts'
import { ShutDoor } from '../../ui/admin/denied.tsx'

/** In place of the till: for who may not stand at it, and where it broke (`text` says what to do). */
export function TillError({ text }: { text: string }) {
  const error = useRouteError()
  const isDenied = isRouteErrorResponse(error) && error.status === 403
  const denied = tillRefusals['pos-denied']
  return isDenied ? (
    <ShutDoor title={denied.title} text={denied.description} />
  ) : (
    <ShutDoor title="Something went wrong on our side" text={text} />
  )
}
