import { ArchiveRestore, Eye } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import type { AdminRow } from '../../../modules/catalogue/edit/list-admin-products.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { DeleteForm, EditLink } from '../form/entry-buttons.tsx'
import { ActiveSwitch } from '../form/switch.tsx'

export function ProductCardActs({
  product: { id, name, slug, status, isArchived },
}: {
  product: AdminRow
}) {
  const { pathname, search } = useLocation()
  const back = search && `?${new URLSearchParams({ back: `${pathname}${search}` })}`
  return (
    <div className="on-screen flex flex-wrap items-center gap-1">
      {isArchived ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value="restore" aria-label={`Restore ${name}`}>
            <ArchiveRestore aria-hidden size={18} /> Restore
          </Button>
        </Form>
      ) : (
        <>
          <ActiveSwitch id={id} name={name} isOn={status === 'active'} />
          <ButtonLink
            to={`/product/${slug}`}
            reloadDocument
            size="icon"
            aria-label={`View ${name}`}
            title="View"
          >
            <Eye aria-hidden size={18} />
          </ButtonLink>
        </>
      )}
      <EditLink
        // The link that Enter opens (list/keys).
        data-opens=""
        name={name}
        title="Edit"
        to={`/admin/edit-product/${id}${back}`}
        preventScrollReset={false}
      />
      <DeleteForm
        name={name}
        hint="Delete"
        fields={{ id }}
        title="Delete this product?"
        text={`“${name}” disappears from the shop. If it was ever sold or delivered, it is archived instead: old orders keep it, and it can be restored.`}
        act="Delete product"
      />
    </div>
  )
}
