import { and, gt, gte, ilike, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '../../db/search.server.ts'
import { products } from '../../db/tables.server.ts'
import { FILTER_GROUPS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { availableOfProduct } from '../stock/availability.ts'

/** What visitors may see: active, and not put away. */
export const isVisible = sql`${products.status} = 'active' and ${products.archivedAt} is null`

// A product of a child belongs to its parent too.
const inCategories = (condition: SQL) =>
  sql`${products.categoryId} in (select c.id from categories c left join categories top on top.id = c.parent_id where ${condition})`

/** Visible, and of the category of this slug or of one of its children. */
export const isVisibleIn = (slug: string | Placeholder) =>
  and(isVisible, inCategories(sql`c.slug = ${slug} or top.slug = ${slug}`))

const NOT_CLOTHING = FILTER_GROUPS.flatMap((group) => group.pattern ?? []).join('|')
const topSlug = sql`coalesce(top.slug, c.slug)`

function inGroups(groups: ProductFilter['groups']) {
  const conditions = FILTER_GROUPS.filter((group) => groups.includes(group.id)).map((group) =>
    group.pattern ? sql`${topSlug} ~ ${group.pattern}` : sql`${topSlug} !~ ${NOT_CLOTHING}`,
  )
  return inCategories(sql.join(conditions, sql` or `))
}

/** The filters (docs/product.md, Lists and search), but for the words that are sought (product-search.ts); undefined where none is set. */
export const narrows = (filter: ProductFilter) =>
  and(
    filter.name ? ilike(products.name, anywhere(filter.name)) : undefined,
    filter.categories.length > 0
      ? inCategories(sql`c.slug in ${filter.categories} or top.slug in ${filter.categories}`)
      : undefined,
    filter.groups.length > 0 ? inGroups(filter.groups) : undefined,
    filter.min === null ? undefined : gte(products.price, filter.min),
    filter.max === null ? undefined : lte(products.price, filter.max),
    filter.onSale ? gt(products.comparePrice, products.price) : undefined,
    filter.inStock ? sql`(${availableOfProduct} > 0 or not ${products.trackInventory})` : undefined,
  )
