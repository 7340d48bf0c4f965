import { PackagePlus } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { RequestField } from '../../kit/request-field.tsx'
import { SendButton } from '../form/send-button.tsx'

/** Starts a delivery. */
export function StartForm() {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post">
      <RequestField />
      <SendButton isSending={isSending}>
        <PackagePlus aria-hidden size={18} /> New delivery
      </SendButton>
    </Form>
  )
}
