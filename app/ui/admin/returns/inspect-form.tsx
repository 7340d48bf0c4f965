import type { ListedReturns } from '../../../modules/returns/list-returns.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { PiecesInput } from '../form/pieces-input.tsx'
import { choiceOf, type ShownLine } from '../orders/lines.tsx'

/** Inspects each returned unit: to stock, or written off. Units in neither did not come. */
export const InspectForm = ({
  one,
  lines,
}: {
  one: ListedReturns['rows'][number]
  lines: readonly ShownLine[]
}) => (
  <ActForm
    about={{ return: one.id, version: one.version }}
    className="mt-2 grid gap-3 rounded-card bg-sand p-4"
  >
    {one.lines.map(({ orderItemId, quantity }) => {
      const line = lines.find(({ id }) => id === orderItemId)
      const name = line ? `${line.name} ${choiceOf(line)}` : ''
      const isSound = one.reason === 'other-size' || one.reason === 'wrong-item'
      return (
        <fieldset key={orderItemId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <legend className="wrap-anywhere">
            {quantity} × {name}
          </legend>
          {(
            [
              ['restocked', 'to stock', isSound ? quantity : 0],
              ['faulty', 'written off', isSound ? 0 : quantity],
            ] as const
          ).map(([field, label, start]) => (
            <label key={field} className="flex items-center gap-2">
              <PiecesInput name={`${field}:${orderItemId}`} most={quantity} start={start} />
              {label}
            </label>
          ))}
        </fieldset>
      )
    })}
    {one.lines.some(({ wantedVariantId }) => wantedVariantId) ? (
      <div>
        <CheckField
          label="The customer is here: hand over what goes out for it"
          name="handed-over"
          value="on"
          // Noted as brought along.
          defaultChecked={one.receivedAt?.getTime() === one.decidedAt?.getTime()}
        />
        <p className="text-sm text-quiet">
          Its order is Delivered at once, and the customer gets this one email.
        </p>
      </div>
    ) : null}
    <p className="text-sm text-quiet">What is in neither box did not come back.</p>
    <Button name="intent" value="return-inspect" tone="lake">
      Note what came
    </Button>
  </ActForm>
)
