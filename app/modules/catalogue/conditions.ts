import { and, type Column, gt, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '../../db/search.server.ts'
import { productFacets, productSearch, products } from '../../db/tables.server.ts'
import { FILTER_GROUPS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { availableOfProduct } from '../stock/availability.ts'

/** Products that visitors may see: active and not archived. */
export const isVisible = sql`${products.status} = 'active' and ${products.archivedAt} is null`

const hasStock = sql`(${availableOfProduct} > 0 or not ${products.trackInventory})`

/** Visible, and in stock where the stock is counted. */
export const canBeBought = sql`${isVisible} and ${hasStock}`

// A product of a subcategory also belongs to the parent category.
const inCategories = (condition: SQL, category: Column = products.categoryId) =>
  sql`${category} in (select c.id from categories c left join categories top on top.id = c.parent_id where ${condition})`

const NOT_CLOTHING = FILTER_GROUPS.flatMap((group) => group.pattern ?? []).join('|')
const topSlug = sql`coalesce(top.slug, c.slug)`

function inGroups(groups: ProductFilter['groups'], category?: Column) {
  const conditions = FILTER_GROUPS.filter((group) => groups.includes(group.id)).map((group) =>
    group.pattern ? sql`${topSlug} ~ ${group.pattern}` : sql`${topSlug} !~ ${NOT_CLOTHING}`,
  )
  return inCategories(sql.join(conditions, sql` or `), category)
}

/** The filter's group of a category; null when it is in none. */
export const groupOf = (category: SQL) =>
  sql`(select case ${sql.join(
    FILTER_GROUPS.flatMap(({ id, pattern }) =>
      pattern ? [sql`when ${topSlug} ~ ${pattern} then ${id}`] : [],
    ),
    sql` `,
  )} else 'clothing' end from categories c left join categories top on top.id = c.parent_id where c.id = ${category})`

/** The conditions for categories, groups and prices, on the columns of any table that has them. */
const inPlace = (
  filter: ProductFilter,
  { categoryId, price }: Record<'categoryId' | 'price', Column>,
) =>
  and(
    filter.categories.length > 0
      ? inCategories(
          sql`c.slug in ${filter.categories} or top.slug in ${filter.categories}`,
          categoryId,
        )
      : undefined,
    filter.groups.length > 0 ? inGroups(filter.groups, categoryId) : undefined,
    filter.min === null ? undefined : gte(price, filter.min),
    filter.max === null ? undefined : lte(price, filter.max),
  )

/**
 * The filters (docs/product.md, Lists and search) that the product's own row can answer; undefined where none is set.
 */
export const narrows = (filter: ProductFilter) =>
  and(
    inPlace(filter, products),
    filter.name ? ilike(products.name, anywhere(filter.name)) : undefined,
    filter.onSale ? gt(products.comparePrice, products.price) : undefined,
    filter.inStock ? hasStock : undefined,
  )

const TAB = '\t'

/** The marks of variants that have one of the sizes and one of the colors; empty when neither is chosen. */
const marksOf = ({ sizes, colors }: ProductFilter) =>
  sizes.length === 0
    ? colors.map((color) => TAB + color)
    : sizes.flatMap((size) =>
        (colors.length === 0 ? [''] : colors).map((color) => size + TAB + color),
      )

/** The condition that a set of sizes and colors has one that is chosen; undefined when none is chosen. */
export function hasChosen(filter: ProductFilter, set: Column) {
  const marks = marksOf(filter)
  return marks.length === 0
    ? undefined
    : sql`${set} in (select id from choice_sets where marks && ${sql.param(marks)}::text[])`
}

/** The condition that a product is of one of the filter's brands; undefined when the filter names none. */
export const isOfBrands = ({ brands }: ProductFilter, brand: Column = productFacets.brand) =>
  brands.length === 0 ? undefined : sql`${brand} = any(${sql.param(brands)}::text[])`

/** The filters that only variants and brand can answer, over `product_facets`; undefined where none is set. */
export const narrowsChoices = (filter: ProductFilter) =>
  and(
    hasChosen(filter, filter.inStock ? productFacets.stocked : productFacets.choices),
    isOfBrands(filter),
  )

/** Those filters over `product_search`, which does not know which sizes and colors are in stock. */
export const narrowsChoicesOfWords = (filter: ProductFilter) =>
  and(hasChosen(filter, productSearch.choices), isOfBrands(filter, productSearch.brand))

const isNamed = ({ name }: ProductFilter, id: Column) =>
  name
    ? sql`${id} in (select id from products where ${ilike(products.name, anywhere(name))})`
    : undefined

/**
 * All filters over `product_facets`: the products that are counted. Products whose units are all kept for offline tills
 * count as in stock here; the list itself leaves them out.
 */
export const narrowsFacets = (filter: ProductFilter) =>
  and(
    inPlace(filter, productFacets),
    isNamed(filter, productFacets.productId),
    filter.onSale ? sql`${productFacets.onSale}` : undefined,
    filter.inStock ? sql`${productFacets.inStock}` : undefined,
    narrowsChoices(filter),
  )

/** All filters over `product_search`. */
export const narrowsWords = (filter: ProductFilter) =>
  and(
    inPlace(filter, productSearch),
    isNamed(filter, productSearch.productId),
    filter.onSale ? sql`${productSearch.onSale}` : undefined,
    filter.inStock ? sql`${productSearch.inStock}` : undefined,
    narrowsChoicesOfWords(filter),
  )
