import { ExternalLink } from 'lucide-react'
import {
  findAdminProduct,
  listCategoryChoices,
} from '../../../modules/catalogue/edit/find-admin-product.ts'
import { listPresetChoices } from '../../../modules/catalogue/edit/size-presets.ts'
import { COLORS_TO_EDIT } from '../../../rules/catalogue/colors.ts'
import { SIZES_TO_EDIT } from '../../../rules/catalogue/sizes.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ProductForm } from '../../../ui/admin/catalogue/product-form.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-part.ts'
import { badToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/edit-product'
import { actOnProduct, readBack } from './product-action.ts'

export const meta = () => [{ title: `Edit Product | ${settings().name}` }]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [product, categories, presets] = await readTwice(() =>
    Promise.all([
      findAdminProduct(shop, params.id),
      listCategoryChoices(shop.db),
      listPresetChoices(shop.db),
    ]),
  )
  if (!product) throw await redirectWith(context, '/admin/products', badToast('product-missing'))
  return { product, categories, presets, back: readBack(request) }
}

export const action = (args: Route.ActionArgs) => actOnProduct(args, args.params.id)

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, categories, presets, back } = loaderData
  return (
    <>
      <PageHead title="Edit Product" back={{ to: back, label: 'All Products' }}>
        <ButtonLink to={`/admin/add-product?from=${product.id}`}>Duplicate</ButtonLink>
        <ButtonLink to={`/admin/stock/${product.id}`}>Stock history</ButtonLink>
        <ButtonLink to={`/admin/labels?product=${product.id}`}>Labels</ButtonLink>
        <ButtonLink to={`/product/${product.slug}`} reloadDocument target="_blank">
          View <ExternalLink aria-hidden size={18} />
        </ButtonLink>
      </PageHead>
      {product.isArchived ? (
        <p className="mb-4 rounded-card bg-clay-wash p-3 font-semibold">
          This product is archived: it is hidden from the shop until it is restored.
        </p>
      ) : null}
      <ProductForm
        key={product.id}
        subject={{ id: product.id, version: product.version }}
        values={product.values}
        pictures={product.pictures}
        categories={categories}
        offer={{ sizes: SIZES_TO_EDIT, colors: COLORS_TO_EDIT, presets }}
        answer={actionData}
        back={back}
      />
    </>
  )
}
