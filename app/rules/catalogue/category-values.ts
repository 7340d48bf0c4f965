import type { ChosenPicture } from '../media/pictures.ts'
import type { GuideKind } from './size-guide.ts'

/** The fields of a category's form, as text. */
export type CategoryValues = Record<
  'name' | 'slug' | 'parentId' | 'sizeGuide' | 'pictureId' | 'isActive',
  string
>
export type CategoryErrors = Partial<Record<keyof CategoryValues, string>>

export const CATEGORY_LONGEST = { name: 80, slug: 100 }

/** A category as staff see it; `products` counts its own products, without those of subcategories and archived ones. */
export type AdminCategory = {
  id: string
  name: string
  slug: string
  parentId: string | null
  /** The size guide of its products; null: worked out from the words of category and product. */
  sizeGuide: GuideKind | null
  isActive: boolean
  version: number
  picture: ChosenPicture | null
  products: number
}
export type AdminTree = (AdminCategory & { children: AdminCategory[] })[]

/** A category's form values; a new one is active and belongs to the parent at which staff started it. */
export const categoryValues = (
  category: AdminCategory | null,
  parentId: string | null = null,
): CategoryValues => ({
  name: category?.name ?? '',
  slug: category?.slug ?? '',
  parentId: (category ? category.parentId : parentId) ?? '',
  sizeGuide: category?.sizeGuide ?? '',
  pictureId: category?.picture?.id ?? '',
  isActive: String(category?.isActive ?? true),
})
