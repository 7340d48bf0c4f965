import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Message } from '../../../rules/messages/message.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { NoticeBox } from '../accounts/auth-card.tsx'

/** For customers who bought in the shop: asks for the code at the foot of their receipt. */
export function ReceiptForm({
  code,
  refusal,
}: {
  code: string | undefined
  refusal: Message | null
}) {
  const isAsking = useNavigation().formAction === '/reviews/new'
  const messageBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) messageBox.current?.focus()
  }, [refusal])
  return (
    <section aria-labelledby="receipt-title" className="min-w-0 rounded-card bg-sheet p-5 md:p-6">
      <h2 id="receipt-title" className="mt-0!">
        Bought in our shop?
      </h2>
      <div ref={messageBox} tabIndex={-1} className="mt-4 empty:hidden focus:outline-none">
        {refusal ? <NoticeBox notice={{ tone: 'bad', ...refusal }} /> : null}
      </div>
      <Form method="post" action="/reviews/new" preventScrollReset className="mt-4 grid gap-4">
        <TextField
          label="Code of your receipt"
          name="code"
          required
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          placeholder="9C1E-77B0-4A2F"
          hint="At the foot of the receipt. Older receipts have none: ask us to print yours again."
          defaultValue={code}
        />
        <Button tone="clay" aria-busy={isAsking}>
          Find my receipt
        </Button>
      </Form>
    </section>
  )
}
