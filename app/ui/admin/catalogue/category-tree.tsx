import { Plus } from 'lucide-react'
import { Form } from 'react-router'
import type { AdminTree } from '../../../rules/catalogue/category-values.ts'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { CategoryRow } from './category-row.tsx'

/** The form to which the arrows of a level's rows belong: it sends the order in which the person saw them. */
const SortForm = ({ form, rows }: { form: string; rows: readonly { id: string }[] }) => (
  <Form method="post" id={form} preventScrollReset replace>
    <input type="hidden" name="intent" value="move" />
    <RequestField />
    <input type="hidden" name="seen" value={rows.map((row) => row.id).join()} />
  </Form>
)

/** The categories in two levels, in the shop's order. */
export function CategoryTree({ tree }: { tree: AdminTree }) {
  const address = useListAddress()
  return (
    <>
      <SortForm form="order" rows={tree} />
      <ol className="grid gap-4">
        {tree.map(({ children, ...top }) => (
          <li key={top.id} className="rounded-card border border-line bg-sheet">
            <CategoryRow category={top} form="order" subcategories={children} />
            {children.length > 0 ? (
              <>
                <SortForm form={`order-${top.id}`} rows={children} />
                <ol aria-label={`Subcategories of ${top.name}`} className="sm:pl-10">
                  {children.map((child) => (
                    <li key={child.id} className="border-t border-line">
                      <CategoryRow category={child} form={`order-${top.id}`} />
                    </li>
                  ))}
                </ol>
              </>
            ) : null}
            <div className="border-t border-line px-3 sm:pl-13">
              <Link
                to={address({ new: top.id, edit: null })}
                preventScrollReset
                className="inline-flex min-h-11 items-center gap-2 font-semibold text-lake underline-offset-4 hover:underline"
              >
                <Plus aria-hidden size={18} /> Add a subcategory
                <span className="sr-only"> to {top.name}</span>
              </Link>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
