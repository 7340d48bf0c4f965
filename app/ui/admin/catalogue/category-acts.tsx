import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminCategory } from '../../../rules/catalogue/category-values.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { DeleteForm, EditLink } from '../form/entry-buttons.tsx'
import { ActiveSwitch } from '../form/switch.tsx'
import { useListAddress } from '../list/use-list-address.ts'

/** A Delete button of a category in use: says at once why the server would refuse. */
function DisabledDelete({ name, holds }: { name: string; holds: string }) {
  const [isExplained, setExplained] = useState(false)
  const close = () => setExplained(false)
  return (
    <>
      <Button
        type="button"
        size="icon"
        aria-label={`Delete ${name}`}
        onClick={() => setExplained(true)}
      >
        <Trash2 aria-hidden size={18} />
      </Button>
      {isExplained ? (
        <Dialog title="This category is in use" onClose={close}>
          <p>
            “{name}” still holds {holds}. It can be deleted once it is empty; to hide it for a
            while, switch it off instead.
          </p>
          <div className="mt-6 flex justify-end">
            <Button type="button" onClick={close}>
              Keep it
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

export const CategoryActs = ({
  category,
  form,
  holds,
}: {
  category: AdminCategory
  form: string
  /** What the category holds, `2 products`; '' when it can be deleted. */
  holds: string
}) => {
  const { id, name, version } = category
  const address = useListAddress()
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full">
      <ActiveSwitch id={id} name={name} isOn={category.isActive} />
      <Button form={form} name="move" value={`up:${id}`} size="icon" aria-label={`Move ${name} up`}>
        <ArrowUp aria-hidden size={18} />
      </Button>
      <Button
        form={form}
        name="move"
        value={`down:${id}`}
        size="icon"
        aria-label={`Move ${name} down`}
      >
        <ArrowDown aria-hidden size={18} />
      </Button>
      <EditLink name={name} to={address({ edit: id, new: null })} />
      {holds ? (
        <DisabledDelete name={name} holds={holds} />
      ) : (
        <DeleteForm
          name={name}
          fields={{ id, version: String(version) }}
          title="Delete this category?"
          text={`“${name}” disappears from the shop for good, and links to it lead nowhere. To hide it for a while, switch it off instead.`}
          act="Delete category"
        />
      )}
    </div>
  )
}
