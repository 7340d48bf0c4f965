import { useLocation } from 'react-router'
import {
  findAdminProduct,
  listCategoryChoices,
} from '../../../modules/catalogue/edit/find-admin-product.ts'
import { listPresetChoices } from '../../../modules/catalogue/edit/size-presets.ts'
import { COLORS_TO_ADD } from '../../../rules/catalogue/colors.ts'
import { makeBarcode, makeSku } from '../../../rules/catalogue/product-codes.ts'
import { copyProduct, EMPTY_PRODUCT } from '../../../rules/catalogue/product-values.ts'
import { SIZES_TO_ADD } from '../../../rules/catalogue/sizes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ProductForm } from '../../../ui/admin/catalogue/product-form.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/add-product'
import { actOnProduct } from './product-action.ts'

export const meta = () => [{ title: `Add Product | ${settings().name}` }]

/** `?from=`: the product of which the new one starts as a copy. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const from = new URL(request.url).searchParams.get('from')
  const [categories, presets, like] = await readTwice(() =>
    Promise.all([
      listCategoryChoices(shop.db),
      listPresetChoices(shop.db),
      from ? findAdminProduct(shop, from) : undefined,
    ]),
  )
  if (!like) return { categories, presets, values: EMPTY_PRODUCT, pictures: [] }
  const codes = {
    sku: makeSku(like.values.name, shop.now(), Math.random),
    barcode: makeBarcode(Math.random),
  }
  return { categories, presets, values: copyProduct(like.values, codes), pictures: like.pictures }
}

export const action = (args: Route.ActionArgs) => actOnProduct(args, null)

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <PageHead title="Add Product" back={{ to: '/admin/products', label: 'All Products' }} />
      <ProductForm
        // A new key gives a new form after "Save & new".
        key={search}
        subject={null}
        values={loaderData.values}
        pictures={loaderData.pictures}
        categories={loaderData.categories}
        offer={{ sizes: SIZES_TO_ADD, colors: COLORS_TO_ADD, presets: loaderData.presets }}
        answer={actionData}
      />
    </>
  )
}
