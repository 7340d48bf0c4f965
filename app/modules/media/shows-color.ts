import { type SQLWrapper, sql } from 'drizzle-orm'
import { productImages } from '../../db/tables.server.ts'

/** Whether a product's image is tied to this color: where the color is chosen, such images come first. */
export const showsColor = (color: SQLWrapper) =>
  sql<boolean>`coalesce(${productImages.color} = ${color}, false)`
