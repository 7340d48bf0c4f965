import { TextArea, TextField } from '../../kit/field.tsx'
import { MainPress } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { tryTo } from '../notify.ts'
import { setCustomer } from '../store/acts.ts'
import type { Basket } from '../store/state.ts'

/** The customer and notes of the sale, which are printed on the receipt. */
export function CustomerSheet({ basket, onClose }: { basket: Basket; onClose: () => void }) {
  return (
    <Sheet title="Customer and notes" onClose={onClose} width="narrow">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const read = (name: string) => {
            const typed = form.get(name)
            return typeof typed === 'string' ? typed : ''
          }
          void tryTo(
            setCustomer({
              customerName: read('name'),
              customerPhone: read('phone'),
              notes: read('notes'),
            }),
            onClose,
          )
        }}
      >
        <TextField
          data-first
          label="Customer name"
          name="name"
          maxLength={120}
          autoComplete="off"
          defaultValue={basket.customerName}
        />
        <TextField
          label="Customer phone"
          name="phone"
          type="tel"
          maxLength={30}
          autoComplete="off"
          hint="For the receipt by WhatsApp."
          defaultValue={basket.customerPhone}
        />
        <TextArea label="Notes" name="notes" maxLength={500} defaultValue={basket.notes} />
        <MainPress type="submit">Keep</MainPress>
      </form>
    </Sheet>
  )
}
