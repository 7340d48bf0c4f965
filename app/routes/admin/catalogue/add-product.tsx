import { listCategoryChoices } from '../../../modules/catalogue/edit/find-office-product.ts'
import { COLORS_TO_ADD } from '../../../rules/catalogue/colors.ts'
import { EMPTY_PRODUCT } from '../../../rules/catalogue/product-values.ts'
import { SIZES_TO_ADD } from '../../../rules/catalogue/sizes.ts'
import { SHOP } from '../../../shop.ts'
import { ProductForm } from '../../../ui/admin/catalogue/product-form.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-twice.ts'
import type { Route } from './+types/add-product'
import { actOnProduct } from './product-action.ts'

export const meta = () => [{ title: `Add Product | ${SHOP.name}` }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  return { categories: await readTwice(() => listCategoryChoices(db)) }
}

export const action = (args: Route.ActionArgs) => actOnProduct(args, null)

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Add Product" back={{ to: '/admin/products', label: 'All Products' }} />
      <ProductForm
        subject={null}
        values={EMPTY_PRODUCT}
        pictures={[]}
        categories={loaderData.categories}
        offer={{ sizes: SIZES_TO_ADD, colors: COLORS_TO_ADD }}
        answer={actionData}
      />
    </>
  )
}
