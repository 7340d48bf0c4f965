import { and, type SQL, sql } from 'drizzle-orm'
import { productFacets } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { colorValueOf } from '../../rules/catalogue/colors.ts'
import type { FilterCounts } from '../../rules/catalogue/filter-counts.ts'
import {
  ALL_PRODUCTS,
  CLEARED,
  countFilters,
  FILTER_GROUPS,
  type ProductFilter,
} from '../../rules/catalogue/product-filters.ts'
import { paintOf } from '../../rules/catalogue/products.ts'
import { compareSizes } from '../../rules/catalogue/sizes.ts'
import { PRICE_STEPS } from '../../shop.ts'
import { groupOf, hasChosen, isOfBrands, narrowsFacets } from './conditions.ts'
import { fromFacets, readSought, type Sought, type Within } from './product-search.ts'

/** A panel shows at most this many choices of one group: those with the most products. */
const MOST = 40

type Row = { kind: keyof FilterCounts; value: string; count: number }

const STEPS: readonly number[] = PRICE_STEPS
const TAB = sql.raw(`E'\\t'`)

/**
 * The filter groups that a row of the list does not meet, as bits, one for each group in use; the list shows rows
 * with 0.
 */
const LACKS = { brands: 1, groups: 2, prices: 4, onSale: 8, inStock: 16, choices: 32 }

const of = (changes: Partial<ProductFilter>) => narrowsFacets({ ...ALL_PRODUCTS, ...changes })
const inPrices = ({ min, max }: ProductFilter) => of({ min, max })

function lacksOf(filter: ProductFilter) {
  const { groups, onSale, inStock } = filter
  const met: Record<keyof typeof LACKS, SQL | undefined> = {
    brands: isOfBrands(filter),
    groups: of({ groups }),
    prices: inPrices(filter) && sql`in_price`,
    onSale: of({ onSale }),
    inStock: of({ inStock }),
    choices: hasChosen(filter, inStock ? productFacets.stocked : productFacets.choices),
  }
  const bits = Object.entries(met).flatMap(([key, condition]) =>
    condition
      ? sql`case when ${condition} then 0 else ${sql.raw(`${LACKS[key as keyof typeof LACKS]}`)} end`
      : [],
  )
  return bits.length > 0 ? sql.join(bits, sql` | `) : sql`0`
}

/**
 * Sizes of sets that have one of the chosen colors, or colors of sets that have one of the chosen sizes; each once for
 * each set.
 */
function marksIn(kind: 'sizes' | 'colors', filter: ProductFilter) {
  const [own, other] = kind === 'sizes' ? ['1', '2'] : ['2', '1']
  const others = kind === 'sizes' ? filter.colors : filter.sizes
  const part = (which = '') => sql`split_part(mark, ${TAB}, ${sql.raw(which)})`
  return sql`select distinct ${kind}, ${part(own)} from unnest(s.marks) mark
    where ${part(other)} = any(${sql.param(others.length > 0 ? others : [''])}::text[]) and ${part(own)} <> ''`
}

/**
 * Counts all choices of the panel in one read of the list. A choice counts the products that the other groups of the
 * filter leave: those that meet all groups, or all but the choice's own.
 */
async function readCounts({ db }: Pick<Shop, 'db'>, sought: Sought): Promise<FilterCounts> {
  const { filter } = sought
  const lacks = (key: keyof typeof LACKS) => sql.raw(`lack in (0, ${LACKS[key]})`)
  const base = fromFacets({ ...sought, filter: { ...filter, ...CLEARED, name: filter.name } })
  const stocked = and(productFacets.inStock, hasChosen(filter, productFacets.stocked))
  // Products that are alike in everything counted, as most are, are counted together first and then evaluated once.
  // Without `offset` the planner guesses that hardly a row meets so many filters, and looks words up row by row.
  const { rows } = await db.execute<Row>(sql`
    with counted as materialized (
      select lack, brand, category_id, step, on_sale, stocked, choices, sum(count) as count,
        grouping(brand, category_id, step, on_sale, stocked, choices) as by
      from (select ${lacksOf(filter)} as lack, brand, category_id, on_sale, ${stocked} as stocked, step,
          ${filter.inStock ? productFacets.stocked : productFacets.choices} as choices, count
        from (select category_id, brand, on_sale, in_stock, choices, stocked, ${inPrices(filter) ?? sql`true`} as in_price,
            width_bucket(price, ${sql.param([...STEPS])}::int[]) as step, count(*) as count
          from ${base} group by 1, 2, 3, 4, 5, 6, 7, 8) as ${productFacets} offset 0) listed
      where lack in (${sql.raw([0, ...Object.values(LACKS)].join())})
      group by grouping sets ((lack, brand), (lack, category_id), (lack, step), (lack, on_sale), (lack, stocked), (lack, choices)))
    select kind, value, sum(count)::int as count from (
      select 'brands', brand, count from counted where by = 31 and ${lacks('brands')} and brand is not null
      union all select 'groups', ${groupOf(sql`category_id`)}, count from counted where by = 47 and ${lacks('groups')} and category_id is not null
      union all select 'prices', step::text, count from counted where by = 55 and ${lacks('prices')}
      union all select 'onSale', '', count from counted where by = 59 and on_sale and ${lacks('onSale')}
      union all select 'inStock', '', count from counted where by = 61 and stocked and ${lacks('inStock')}
      union all select kind, value, count from counted join choice_sets s on s.id = choices cross join lateral (
        ${marksIn('sizes', filter)} union all ${marksIn('colors', filter)}) own (kind, value)
        where by = 62 and ${lacks('choices')}
    ) part (kind, value, count) group by kind, value order by count desc, value`)
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  const choices = (kind: 'sizes' | 'colors' | 'brands') => {
    const found = of(kind).map(({ value, count }) => ({ value, count }))
    const lost = filter[kind].filter((value) => !found.some((one) => one.value === value))
    const shown = found.filter(({ value }, index) => index < MOST || filter[kind].includes(value))
    return [...shown, ...lost.map((value) => ({ value, count: 0 }))]
  }
  return {
    sizes: choices('sizes').toSorted((a, b) => compareSizes(a.value, b.value)),
    colors: choices('colors').map((choice) => {
      const paint = paintOf(colorValueOf(choice.value) ?? null)
      return { ...choice, ...(paint && { paint }) }
    }),
    brands: choices('brands'),
    groups: FILTER_GROUPS.map(({ id }) => ({
      value: id,
      count: of('groups').find(({ value }) => value === id)?.count ?? 0,
    })),
    prices: of('prices')
      .map(({ value, count }) => ({ step: Number(value), count }))
      .toSorted((a, b) => a.step - b.step)
      .map(({ step, count }) => ({
        min: STEPS[step - 1] ?? null,
        // A step ends below the next one.
        max: step < STEPS.length ? (STEPS[step] ?? 0) - 1 : null,
        count,
      })),
    onSale: of('onSale')[0]?.count ?? 0,
    inStock: of('inStock')[0]?.count ?? 0,
  }
}

/**
 * Typed text, typed prices and combined filters take so many values that caching them would push out the lists that
 * everybody asks for.
 */
const isCommon = (filter: ProductFilter) =>
  filter.search === '' &&
  filter.name === '' &&
  filter.min === null &&
  filter.max === null &&
  countFilters(filter) <= 1

/**
 * What a list can be narrowed by, with counts; null when a search text has no word. Lists that many visitors ask for
 * are counted once a minute; a wishlist belongs to one customer and is not cached.
 */
export async function countChoices(
  shop: Pick<Shop, 'db' | 'cached'>,
  filter: ProductFilter,
  within: Within = {},
): Promise<FilterCounts | null> {
  const sought = await readSought(shop, filter)
  if (!sought) return null
  const read = () => readCounts(shop, { ...sought, ...within })
  const { sort: _sort, ...narrowing } = filter
  return isCommon(filter) && !within.wishedBy
    ? shop.cached(`choices ${within.isFeatured ?? false} ${JSON.stringify(narrowing)}`, read)
    : read()
}
