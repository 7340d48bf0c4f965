import { countSubcategories } from '../../../rules/catalogue/categories.ts'
import type { AdminCategory } from '../../../rules/catalogue/category-values.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import { Badge } from '../badge.tsx'
import { CategoryActs } from './category-acts.tsx'

/** A category with its acts. */
export const CategoryRow = ({
  category,
  form,
  subcategories = null,
}: {
  category: AdminCategory
  /** The form that sorts the rows of its level. */
  form: string
  /** The subcategories of a top-level category; null for a subcategory. */
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
      <CategoryActs
        category={category}
        form={form}
        holds={[products > 0 && counted, children].filter(Boolean).join(' and ')}
      />
    </div>
  )
}
