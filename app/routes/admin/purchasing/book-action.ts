import { bookDelivery } from '../../../modules/purchasing/book-delivery.ts'
import { listSupplierChoices } from '../../../modules/purchasing/suppliers.ts'
import { describeConflict } from '../../../rules/messages/purchasing/words.ts'
import type { DeliveryEdit } from '../../../rules/purchasing/delivery-form.ts'
import { shopContext } from '../../../web/context.ts'
import { type FormKind, saveForm } from '../../../web/forms/save-form.ts'
import { goodToast, labelsAction } from '../../../web/toasts.ts'
import { finish, type Press } from './end-action.ts'

type Typed = Press & { edit: DeliveryEdit }
type Booked = Extract<Awaited<ReturnType<typeof bookDelivery>>, { ok: true }>

const booking = ({
  db,
  actor,
  id,
  typed,
  edit,
}: Typed): FormKind<Press['typed'], DeliveryEdit, object, object, Booked> => ({
  entity: 'delivery',
  read: () => ({ ok: true, edit }),
  async save(edit) {
    const booked = await bookDelivery(db, actor, id, edit, typed['keep_costs'] === 'true')
    if (booked.ok || booked.reason !== 'edited-meanwhile') return booked
    const { version, conflicts } = booked
    const suppliers = await listSupplierChoices(db)
    const fields = conflicts.map((one) => describeConflict(one, suppliers))
    // The log does not name who types into a draft.
    const conflict = { version, by: null, fields }
    return { ok: false, overtaken: { values: typed, conflict } }
  },
  saved: (done) => ({
    ...goodToast('delivery-booked', done),
    ...(done.bookingId && labelsAction('booking', done.bookingId)),
  }),
  failed: 'stock-changing-failed',
  missing: 'not-found',
  extras: async () => ({}),
})

/** Books what was typed; what another device has changed as well is shown beside it, and nothing is booked. */
export const book = (press: Typed) =>
  saveForm(
    press.args.context.get(shopContext),
    { seen: null, values: press.typed },
    booking(press),
    (toast) => finish(press, toast),
  )
