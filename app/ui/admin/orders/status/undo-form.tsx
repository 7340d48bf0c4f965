import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { UNDO } from '../../../../rules/messages/forms.ts'
import { UNDO_SECONDS } from '../../../../rules/orders/undo.ts'
import { Button } from '../../../kit/button.tsx'
import { RequestField } from '../../../kit/request-field.tsx'

/**
 * Undoes statuses that were just set; disappears when the time for it is over. Without scripts the server checks
 * the time.
 */
export function UndoForm({ moves, leftMs }: { moves: readonly number[]; leftMs: number }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), leftMs)
    return () => clearTimeout(timer)
  }, [leftMs])
  if (moves.length === 0 || isOver) return null
  return (
    <Form method="post" preventScrollReset className="mt-2 flex flex-wrap items-center gap-3">
      <input type="hidden" name="intent" value="undo" />
      <RequestField />
      {moves.map((move) => (
        <input key={move} type="hidden" name="move" value={move} />
      ))}
      <Button>{UNDO}</Button>
      <span className="text-sm text-quiet">
        Within {UNDO_SECONDS} seconds, before any email leaves.
      </span>
    </Form>
  )
}
