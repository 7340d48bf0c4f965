import { LONGEST_EMAIL } from '../../../rules/accounts/longest.ts'
import { HAND_KINDS, LONGEST_CREDIT_REASON } from '../../../rules/credit/credit.ts'
import { HAND_KIND_CHOICES } from '../../../rules/messages/credit/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { Options, SelectField, TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/forms/act-form.tsx'
import { Folded } from '../form/folded.tsx'
import { KwachaField } from '../form/kwacha-field.tsx'

/** Issues a code by hand; folded above the list, works without scripts. */
export const IssueForm = ({
  nextCredit,
  secondPersonFrom,
}: {
  nextCredit: string
  /** The sum of a day from which a second person has to approve; null: never. */
  secondPersonFrom: number | null
}) => (
  <Folded label="Issue a code…" className="mb-4">
    <ActForm
      about={{ credit: nextCredit }}
      className="mt-2 grid max-w-xl gap-4 rounded-card bg-sand p-4"
    >
      <SelectField label="What it is" name="kind" required defaultValue="">
        <option value="">Choose</option>
        <Options of={HAND_KINDS.map((kind) => [kind, HAND_KIND_CHOICES[kind]])} />
      </SelectField>
      <KwachaField
        required
        hint={
          secondPersonFrom === null
            ? undefined
            : `From ${formatKwacha(secondPersonFrom)} a day on a second person agrees first.`
        }
      />
      <TextField
        label="Send the code to (email, optional)"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={LONGEST_EMAIL}
        hint="Left empty, you read it here and hand it over."
      />
      <TextField
        label="Why"
        name="reason"
        autoComplete="off"
        maxLength={LONGEST_CREDIT_REASON}
        required
        hint="For a voucher: who paid it, and how."
      />
      <Button name="intent" value="issue" tone="lake">
        Issue the code
      </Button>
    </ActForm>
  </Folded>
)
