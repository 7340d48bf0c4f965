import { and, type Column, gt, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '../../db/search.server.ts'
import { productFacets, productSearch, products } from '../../db/tables.server.ts'
import { FILTER_GROUPS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { availableOfProduct } from '../stock/availability.ts'

/** What visitors may see: active, and not put away. */
export const isVisible = sql`${products.status} = 'active' and ${products.archivedAt} is null`

const hasStock = sql`(${availableOfProduct} > 0 or not ${products.trackInventory})`

/** Visible, and in stock where it is counted. */
export const canBeBought = sql`${isVisible} and ${hasStock}`

// A product of a child belongs to its parent too.
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

/** Which of the filter's groups a category is of: nothing for none. */
export const groupOf = (category: SQL) =>
  sql`(select case ${sql.join(
    FILTER_GROUPS.flatMap(({ id, pattern }) =>
      pattern ? [sql`when ${topSlug} ~ ${pattern} then ${id}`] : [],
    ),
    sql` `,
  )} else 'clothing' end from categories c left join categories top on top.id = c.parent_id where c.id = ${category})`

/** Of these categories, groups and prices, whichever table says which those are. */
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

/** The filters (docs/product.md, Lists and search) that a product's own row says; undefined where none is set. */
export const narrows = (filter: ProductFilter) =>
  and(
    inPlace(filter, products),
    filter.name ? ilike(products.name, anywhere(filter.name)) : undefined,
    filter.onSale ? gt(products.comparePrice, products.price) : undefined,
    filter.inStock ? hasStock : undefined,
  )

const TAB = '\t'

/** How variants are marked that have one of the sizes and one of the colors; none when neither is chosen. */
const marksOf = ({ sizes, colors }: ProductFilter) =>
  sizes.length === 0
    ? colors.map((color) => TAB + color)
    : sizes.flatMap((size) =>
        (colors.length === 0 ? [''] : colors).map((color) => size + TAB + color),
      )

/** That a set of sizes and colors has what is chosen; undefined when nothing is. */
export function hasChosen(filter: ProductFilter, set: Column) {
  const marks = marksOf(filter)
  return marks.length === 0
    ? undefined
    : sql`${set} in (select id from choice_sets where marks && ${sql.param(marks)}::text[])`
}

/** The condition that a product is of one of the brands of a filter; none where it names none. */
export const isOfBrands = ({ brands }: ProductFilter, brand: Column = productFacets.brand) =>
  brands.length === 0 ? undefined : sql`${brand} = any(${sql.param(brands)}::text[])`

/** The filters that only the variants and the brand say, of `product_facets`; undefined where none is set. */
export const narrowsChoices = (filter: ProductFilter) =>
  and(
    hasChosen(filter, filter.inStock ? productFacets.stocked : productFacets.choices),
    isOfBrands(filter),
  )

/** The same of `product_search`, which does not know which sizes and colors are in stock. */
export const narrowsChoicesOfWords = (filter: ProductFilter) =>
  and(hasChosen(filter, productSearch.choices), isOfBrands(filter, productSearch.brand))

const isNamed = ({ name }: ProductFilter, id: Column) =>
  name
    ? sql`${id} in (select id from products where ${ilike(products.name, anywhere(name))})`
    : undefined

/**
 * All of the filters, of `product_facets`: what is counted. Units kept for tills that are cut off count as in stock
 * here; the list itself leaves those products out.
 */
export const narrowsFacets = (filter: ProductFilter) =>
  and(
    inPlace(filter, productFacets),
    isNamed(filter, productFacets.productId),
    filter.onSale ? sql`${productFacets.onSale}` : undefined,
    filter.inStock ? sql`${productFacets.inStock}` : undefined,
    narrowsChoices(filter),
  )

/** The same of `product_search`. */
export const narrowsWords = (filter: ProductFilter) =>
  and(
    inPlace(filter, productSearch),
    isNamed(filter, productSearch.productId),
    filter.onSale ? sql`${productSearch.onSale}` : undefined,
    filter.inStock ? sql`${productSearch.inStock}` : undefined,
    narrowsChoicesOfWords(filter),
  )
