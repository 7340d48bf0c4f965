import { listAdminCategories } from '../../../modules/catalogue/edit/list-admin-categories.ts'
import { categoryValues } from '../../../rules/catalogue/category-values.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { CategoryDialog } from '../../../ui/admin/catalogue/category-dialog.tsx'
import { CategoryTree } from '../../../ui/admin/catalogue/category-tree.tsx'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListRows } from '../../../ui/admin/list/rows.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/categories'
import { actOnCategories } from './category-action.ts'

export const meta = () => [{ title: `Categories | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const tree = await readPart(shop, 'categories', () => listAdminCategories(shop))
  const edit = searchParams.get('edit')
  const all = tree?.flatMap((top) => [top, ...top.children]) ?? []
  const edited = all.find(({ id }) => id === edit) ?? null
  return {
    tree,
    edited,
    isGone: tree !== null && edit !== null && !edited,
    /** `?new`, or `?new=<id>` for a subcategory of that one. */
    parentId: searchParams.get('new'),
  }
}

export const action = (args: Route.ActionArgs) => actOnCategories(args)

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  const { tree, edited, isGone, parentId } = loaderData
  return (
    <>
      <EntriesHead title="Categories" add="Add Category">
        <ButtonLink to="/admin/size-presets" className="max-sm:px-3">
          Size presets
        </ButtonLink>
      </EntriesHead>
      {tree ? (
        <EntryWindow key={parentId} edited={edited} isNew={parentId !== null} answer={actionData}>
          {(entry) => (
            <CategoryDialog
              {...entry}
              values={categoryValues(edited, parentId)}
              tops={tree.filter((top) => top.id !== edited?.id)}
              hasChildren={tree.some((top) => top.id === edited?.id && top.children.length > 0)}
            />
          )}
        </EntryWindow>
      ) : null}
      {isGone ? <Gone /> : null}
      <ListRows
        rows={tree}
        error="Error loading categories."
        empty="No categories found."
        hint="Add the first one, then choose it when you add a product."
      >
        {(rows) => <CategoryTree tree={rows} />}
      </ListRows>
    </>
  )
}
