import { listNavigation } from '../../modules/catalogue/list-navigation.ts'
import type { CategoryCard } from '../../rules/catalogue/categories.ts'
import type { CategoryList } from '../../web/api/catalogue.ts'
import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/categories'
import { answerPublicly, refuseWrite } from './public-api.ts'

const inSpecWords = (category: CategoryCard, parentId: string | null, sortOrder: number) => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  image_url: category.picture?.src ?? null,
  parent_id: parentId,
  is_active: true,
  sort_order: sortOrder,
})

export const loader = ({ context }: Route.LoaderArgs) =>
  answerPublicly<CategoryList>(async () => {
    const tree = await listNavigation(context.get(shopContext))
    return {
      categories: tree.flatMap((top, index) => [
        inSpecWords(top, null, index + 1),
        ...top.children.map((child, n) => inSpecWords(child, top.id, n + 1)),
      ]),
    }
  })

export const action = refuseWrite
