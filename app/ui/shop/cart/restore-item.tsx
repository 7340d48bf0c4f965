import { useEffect, useRef } from 'react'
import { Form, NavigationType, useNavigationType, useSubmit } from 'react-router'
import { Button } from '../../kit/button.tsx'

/**
 * Undoes a removal. The message about it has a link, and a link alone must change nothing; but after a click within the
 * app the form submits itself.
 */
export function RestoreItem({ item, request }: { item: string; request: string }) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const isStep = useNavigationType() === NavigationType.Push
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (!isStep || done.current === item || !form.current) return
    done.current = item
    void submit(form.current, { replace: true })
  }, [isStep, item, submit])
  return (
    <Form
      ref={form}
      method="post"
      action="/cart"
      replace
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-l-8 border-lake bg-lake-wash px-4 py-3"
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item" value={item} />
      <input type="hidden" name="request" value={request} />
      <p>An item was removed from your cart.</p>
      <Button tone="lake">Put it back</Button>
    </Form>
  )
}
