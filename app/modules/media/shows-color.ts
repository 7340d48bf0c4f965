import { type SQLWrapper, sql } from 'drizzle-orm'
import { productImages } from '../../db/tables.server.ts'

/** Whether a product's image is tied to this color: those come before all others where it is chosen. */
export const showsColor = (color: SQLWrapper) =>
  sql<boolean>`coalesce(${productImages.color} = ${color}, false)`
