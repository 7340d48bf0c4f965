import { Form } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Folded } from '../form/folded.tsx'

/** Finds the order of a return among all orders, and opens it with its returns. */
export const FindOrder = () => (
  <Folded label="Note a return…" className="on-screen mb-3">
    <Form action="/admin/orders" className="mt-2 flex max-w-xl flex-wrap items-end gap-2">
      <input type="hidden" name="part" value="returns" />
      <TextField
        label="Which order comes back?"
        name="search"
        required
        maxLength={100}
        autoComplete="off"
        placeholder="Number, email, phone or name"
        className="grow basis-56"
      />
      <Button tone="lake">Find the order</Button>
    </Form>
  </Folded>
)
