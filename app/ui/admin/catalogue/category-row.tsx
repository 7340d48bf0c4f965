import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countSubcategories } from '../../../rules/catalogue/categories.ts'
import type { AdminCategory } from '../../../rules/catalogue/category-values.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import { Badge } from '../badge.tsx'
import { DeleteForm, EditLink } from '../form/entry-buttons.tsx'
import { ActiveSwitch } from '../form/switch.tsx'
import { useListAddress } from '../list/use-list-address.ts'

/** Tells at once what the server would say to a category in use. */
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

const Acts = ({
  category,
  form,
  holds,
}: {
  category: AdminCategory
  form: string
  /** `2 products`; '' where it can be deleted. */
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

/** One category with all that can be done to it. */
export const CategoryRow = ({
  category,
  form,
  subcategories = null,
}: {
  category: AdminCategory
  /** The form of its level's order. */
  form: string
  /** Those of a top-level category; null for a subcategory. */
  subcategories?: readonly AdminCategory[] | null
}) => {
  const { name, slug, picture, isActive } = category
  const isTop = subcategories !== null
  const products = [category, ...(subcategories ?? [])].reduce((sum, one) => sum + one.products, 0)
  const counted = `${formatAmount(products)} ${products === 1 ? 'product' : 'products'}`
  const children = subcategories?.length ? countSubcategories(subcategories.length) : null
  const Heading = isTop ? 'h2' : 'h3'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
      <span className={`shrink-0 overflow-hidden rounded-card bg-sand ${isTop ? 'w-14' : 'w-11'}`}>
        {picture ? (
          <Picture picture={picture} alt="" sizes="56px" className="aspect-4/5 object-cover" />
        ) : (
          <span aria-hidden className="block aspect-4/5" />
        )}
      </span>
      <div className="min-w-0 grow basis-40">
        <div className="flex flex-wrap items-center gap-2">
          <Heading className={`wrap-anywhere ${isTop ? 'text-xl' : 'font-body font-semibold'}`}>
            {name}
          </Heading>
          {isActive ? null : <Badge>Inactive</Badge>}
        </div>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-quiet">
          <span className="tabular-nums">{counted}</span>
          {children ? <span>{children}</span> : null}
          {isActive ? (
            <Link
              to={`/category/${slug}`}
              reloadDocument
              className="inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline"
            >
              /category/{slug}
            </Link>
          ) : (
            <span className="wrap-anywhere">/category/{slug}</span>
          )}
        </p>
      </div>
      <Acts
        category={category}
        form={form}
        holds={[products > 0 && counted, children].filter(Boolean).join(' and ')}
      />
    </div>
  )
}
