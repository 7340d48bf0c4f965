import type { ChosenPicture } from '../media/pictures.ts'
import type { GuideKind } from './size-guide.ts'

/** What a category's form holds, as text. */
export type CategoryValues = Record<
  'name' | 'slug' | 'parentId' | 'sizeGuide' | 'pictureId' | 'isActive',
  string
>
export type CategoryErrors = Partial<Record<keyof CategoryValues, string>>

export const CATEGORY_LONGEST = { name: 80, slug: 100 }

/** A category as the staff see it; `products` are those directly in it, archived ones not counted. */
export type AdminCategory = {
  id: string
  name: string
  slug: string
  parentId: string | null
  /** Whose sizes its products have; null: as its words say. */
  sizeGuide: GuideKind | null
  isActive: boolean
  version: number
  picture: ChosenPicture | null
  products: number
}
export type AdminTree = (AdminCategory & { children: AdminCategory[] })[]

/** A stored category as its form shows it; a new one is active and belongs where it was asked for. */
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
