import { Form } from 'react-router'
import type { OrderStatus } from '../../../../rules/orders/orders.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { DangerButton } from '../../../kit/confirm-dialog.tsx'
import { RequestField } from '../../../kit/request-field.tsx'
import { NamedFew } from '../../list/named-few.tsx'
import type { questionFor } from '../bulk-question.ts'

export type MoveQuestion = ReturnType<typeof questionFor> & {
  names: readonly string[]
  to: OrderStatus
  /** The fields that are submitted again with the answer. */
  fields: readonly (readonly [name: string, value: string])[]
  /** The address that leaves everything unchanged. */
  back: string
  keep?: string
  isHarmless?: boolean
}

/** The question of the dialog, on the page for browsers without scripts. */
export const MoveQuestionBox = ({ title, odd, text, act, isHarmless, ...asked }: MoveQuestion) => (
  <Form
    method="post"
    role="alert"
    preventScrollReset
    className="mb-4 rounded-card border-2 border-clay p-4"
  >
    <p className="font-semibold">{title}</p>
    <NamedFew names={asked.names} />
    {odd ? <p className="mb-2 font-semibold">{odd}</p> : null}
    <p className="mb-3">{text}</p>
    <RequestField />
    {asked.fields.map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))}
    <div className="flex flex-wrap gap-2">
      {isHarmless ? (
        <Button tone="lake" name="to" value={asked.to}>
          {act}
        </Button>
      ) : (
        <DangerButton name="to" value={asked.to}>
          {act}
        </DangerButton>
      )}
      <ButtonLink to={asked.back}>{asked.keep ?? 'Cancel'}</ButtonLink>
    </div>
  </Form>
)
