import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ButtonLink } from '../../kit/button.tsx'
import { SendButton } from '../form/send-button.tsx'

/**
 * A form that changes stock. It submits the ledger entry that it was opened with, also when the numbers around it
 * change: sent twice it counts once, and a count is compared with what was shown.
 */
export function StockForm({
  intent,
  productId,
  version,
  act,
  back,
  children,
}: {
  intent: 'receive' | 'adjust'
  productId: string
  version: string
  act: string
  /** For a form in a window: the address without it. */
  back?: string
  children: ReactNode
}) {
  const [seen] = useState(version)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="version" value={seen} />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        {back ? (
          <ButtonLink to={back} preventScrollReset>
            Cancel
          </ButtonLink>
        ) : null}
        <SendButton isSending={isSending}>{isSending ? 'Saving…' : act}</SendButton>
      </div>
    </Form>
  )
}
