import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import {
  LEFT_REASONS,
  OPEN_STATES,
  PRICE_CHANGE_KINDS,
  PRICE_CHANGE_STATES,
  PRICED_STATES,
} from '../../rules/pricing/price-changes.ts'
import { createdAt, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { products } from './catalogue/catalogue.server.ts'

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** A new price or a sale for a set of products, from one time on and perhaps until another. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: id(),
    name: text().notNull(),
    kind: text({ enum: PRICE_CHANGE_KINDS }).notNull(),
    /** Kwacha, or percent. */
    value: integer().notNull(),
    state: text({ enum: PRICE_CHANGE_STATES }).notNull().default('planned'),
    startsAt: stamp().notNull(),
    endsAt: stamp(),
    /** The time during which no other change may hold the same product; for a permanent new price only its start. */
    span: tstzrange().generatedAlwaysAs(
      sql`case when kind = 'price' and ends_at is null then tstzrange(starts_at, starts_at, '[]') else tstzrange(starts_at, ends_at) end`,
    ),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check('price_changes_name', sql`length(${t.name}) between 1 and 80`),
    check('price_changes_kind', sql`${t.kind} in (${oneOf(PRICE_CHANGE_KINDS)})`),
    check('price_changes_state', sql`${t.state} in (${oneOf(PRICE_CHANGE_STATES)})`),
    check(
      'price_changes_value',
      sql`${t.value} > 0 and (${t.kind} <> 'percent' or ${t.value} < 100)`,
    ),
    check('price_changes_span', sql`${t.endsAt} > ${t.startsAt}`),
    index('price_changes_newest').on(t.createdAt, t.id),
    index('price_changes_by_state').on(t.state, t.createdAt, t.id),
    index('price_changes_open')
      .on(t.startsAt)
      .where(sql`state in (${oneOf(OPEN_STATES)})`),
  ],
)

/** One product of a change, with its prices before and under the change. */
export const pricedProducts = pgTable(
  'priced_products',
  {
    id: id(),
    changeId: idOf(() => priceChanges.id, 'cascade').notNull(),
    productId: idOf(() => products.id, 'cascade').notNull(),
    state: text({ enum: PRICED_STATES }).notNull().default('waiting'),
    leftBecause: text({ enum: LEFT_REASONS }),
    oldPrice: integer(),
    oldComparePrice: integer(),
    newPrice: integer(),
    newComparePrice: integer(),
  },
  (t) => [
    check('priced_products_state', sql`${t.state} in (${oneOf(PRICED_STATES)})`),
    check(
      'priced_products_left',
      sql`(${t.state} = 'left') = (${t.leftBecause} is not null) and ${t.leftBecause} in (${oneOf(LEFT_REASONS)})`,
    ),
    check(
      'priced_products_prices',
      sql`num_nonnulls(${t.oldPrice}, ${t.newPrice}) <> 1 and (${t.newPrice} is not null or ${t.state} in ('waiting', 'left')) and (${t.newPrice} is null or ${t.state} <> 'waiting')`,
    ),
    unique('priced_products_once').on(t.changeId, t.productId),
    index('priced_products_of_product').on(t.productId),
    index('priced_products_by_state').on(t.changeId, t.state, t.productId),
  ],
)
