import { Form } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Folded } from '../form/folded.tsx'

/** `typed`: what found no order. */
export const FindOrder = ({ typed }: { typed: string | null }) => (
  <Folded label="Note a return…" className="on-screen mb-3" open={typed !== null}>
    <Form className="mt-2 flex max-w-xl flex-wrap items-start gap-2">
      <TextField
        label="Which order comes back?"
        name="find"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="Number, email, phone or name"
        defaultValue={typed ?? ''}
        error={
          typed === null
            ? undefined
            : 'No order has this number, email, phone or name. The number is on its emails and papers.'
        }
        className="grow basis-56"
      />
      <Button tone="lake" className="sm:mt-7">
        Find the order
      </Button>
    </Form>
  </Folded>
)
