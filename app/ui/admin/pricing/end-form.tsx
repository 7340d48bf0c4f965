import { Form } from 'react-router'
import type { ListedChange } from '../../../modules/pricing/list-changes.ts'
import { nextPriceState } from '../../../rules/pricing/price-changes.ts'
import { Button } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { ConfirmForm } from '../form/confirm-form.tsx'

/** Cancels a price change before it starts, or stops it; with scripts it asks for confirmation. */
export function EndForm({
  change: { name, state },
}: {
  change: Pick<ListedChange, 'name' | 'state'>
}) {
  const isLive = useIsLive()
  const isPlanned = state === 'planned'
  if (!isPlanned && !nextPriceState(state, 'stop')) return null
  const label = isPlanned ? 'Call off' : 'Stop now'
  if (!isLive)
    return (
      <Form method="post">
        <RequestField />
        <Button>{label}</Button>
      </Form>
    )
  return (
    <ConfirmForm
      fields={{}}
      title={`${label}: ${name}?`}
      text={
        isPlanned
          ? 'No price is touched.'
          : 'The earlier prices come back. A product whose price was edited since keeps what was typed.'
      }
      act={label}
    >
      {label}…
    </ConfirmForm>
  )
}
