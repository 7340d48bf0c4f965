import { PackagePlus } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'

/** Starts a delivery. */
export function StartForm() {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post">
      <RequestField />
      <Button tone="lake" disabled={isSending} aria-busy={isSending}>
        <PackagePlus aria-hidden size={18} /> New delivery
      </Button>
    </Form>
  )
}
