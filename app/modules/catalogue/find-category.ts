import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories } from '../../db/tables.server.ts'

export type CategoryLink = { name: string; slug: string }
export type CategoryPage = CategoryLink & { parent: CategoryLink | null; children: CategoryLink[] }

/** An active category with its active parent or its active children; undefined when there is none. */
export async function findCategory(db: Db, slug: string): Promise<CategoryPage | undefined> {
  const [row] = await prepareCategory(db).execute({ slug })
  return row
}

const prepareCategory = prepareOnce((db: Db) => {
  const parent = alias(categories, 'parent')
  return db
    .select({
      name: categories.name,
      slug: categories.slug,
      parent: { name: parent.name, slug: parent.slug },
      children: sql<CategoryLink[]>`coalesce((
        select json_agg(json_build_object('name', child.name, 'slug', child.slug) order by child.sort_order, child.name)
        from categories child where child.parent_id = ${categories.id} and child.is_active), '[]')`,
    })
    .from(categories)
    .leftJoin(parent, and(eq(parent.id, categories.parentId), eq(parent.isActive, true)))
    .where(and(eq(categories.slug, sql.placeholder('slug')), eq(categories.isActive, true)))
})
