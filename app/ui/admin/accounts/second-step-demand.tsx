import { Form, useNavigation } from 'react-router'
import { SECOND_STEP_FOR, type SecondStepFor } from '../../../rules/accounts/second-step.ts'
import { SECOND_STEP_WORDS } from '../../../rules/messages/accounts/second-step.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'

/** A super_admin chooses who must use a second step to sign in. */
export function SecondStepDemand({ value }: { value: SecondStepFor }) {
  const isSaving = useNavigation().formData?.get('intent') === 'demand-second-step'
  return (
    <Form
      method="post"
      preventScrollReset
      className="on-screen mt-4 grid gap-3 rounded-card border border-line bg-sheet p-4"
    >
      <input type="hidden" name="intent" value="demand-second-step" />
      <SelectField
        key={value}
        label="Who must use a second step to sign in"
        name="for"
        defaultValue={value}
        hint="Staff who need it and have none set it up before the back office and the till open. A till without a network goes on with its PIN."
      >
        {SECOND_STEP_FOR.map((who) => (
          <option key={who} value={who}>
            {SECOND_STEP_WORDS[who]}
          </option>
        ))}
      </SelectField>
      <Button aria-busy={isSaving} className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}
