import type { PictureSource } from '../media/pictures.ts'

export type CategoryCard = { id: string; name: string; slug: string; picture: PictureSource | null }
/** The two-level tree of categories that the header, the footer and the home page show. */
export type NavigationCategory = CategoryCard & { children: CategoryCard[] }

/** A category whose subcategories have their two decorative words. */
export type TaggedCategory = CategoryCard & {
  children: (CategoryCard & { tags: readonly string[] })[]
}

const TAGS: readonly (readonly [RegExp, string, string])[] = [
  [/evening|party|gown|wedding/, 'Elegant', 'After dark'],
  [/wrap/, 'Tied', 'Flattering'],
  [/maxi|flow/, 'Flowing', 'Graceful'],
  [/day|casual|weekend/, 'Easy', 'Everyday'],
  [/dress/, 'Feminine', 'Graceful'],
  [/t-?shirt|polo|tee/, 'Relaxed', 'Soft'],
  [/blouse|top/, 'Light', 'Polished'],
  [/knit|jersey|sweater|cardigan/, 'Warm', 'Cosy'],
  [/shirt/, 'Crisp', 'Classic'],
  [/jean|denim/, 'Sturdy', 'Timeless'],
  [/short/, 'Cool', 'Carefree'],
  [/skirt/, 'Swishing', 'Playful'],
  [/trouser|pant|chino/, 'Tailored', 'Comfortable'],
  [/suit|blazer/, 'Sharp', 'Formal'],
  [/jacket|coat/, 'Layered', 'Ready'],
  [/heel|pump/, 'Tall', 'Dressy'],
  [/loafer|flat/, 'Neat', 'All day'],
  [/sandal|slipper/, 'Breezy', 'Open'],
  [/trainer|sneaker|boot/, 'Sporty', 'Sure-footed'],
  [/shoe/, 'Comfortable', 'Durable'],
  [/tote|shopper/, 'Roomy', 'Handy'],
  [/clutch|purse/, 'Small', 'Special'],
  [/backpack|rucksack/, 'Roomy', 'Hands-free'],
  [/bag/, 'Stylish', 'Practical'],
  [/chitenje|cloth|fabric|wax/, 'Bold', 'Printed'],
  [/headwrap|turban|gele/, 'Proud', 'Colourful'],
  [/scarf|scarves|shawl/, 'Soft', 'Draped'],
  [/jewel|necklace|earring|bracelet|ring/, 'Shining', 'Handmade'],
  [/belt/, 'Fitted', 'Leather'],
  [/hat|cap/, 'Shady', 'Smart'],
  [/glass/, 'Sunny', 'Bright'],
  [/watch/, 'Precise', 'Polished'],
  [/kid|child|baby|boy|girl/, 'Gentle', 'Playful'],
  [/\bmen\b|gentle/, 'Smart', 'Modern'],
  [/women|ladies/, 'Graceful', 'Modern'],
]

/** The two decorative words on a subcategory's card, chosen from keywords in its name (docs/product.md, Categories). */
export function tagWordsFor(name: string): readonly [string, string] {
  const found = TAGS.find(([keyword]) => keyword.test(name.toLowerCase()))
  return found ? [found[1], found[2]] : ['Fresh', 'Everyday']
}

/** The tree with the decorative words. The server chooses them, so that browsers do not load the keywords. */
export const tagSubcategories = (categories: NavigationCategory[]): TaggedCategory[] =>
  categories.map((category) => ({
    ...category,
    children: category.children.map((child) => ({ ...child, tags: tagWordsFor(child.name) })),
  }))

/** The number of a category's subcategories, as the shop shows it: `1 style`, `4 styles`. */
export const countStyles = (count: number) => `${count} ${count === 1 ? 'style' : 'styles'}`

/** `1 subcategory`, `4 subcategories`. */
export const countSubcategories = (count: number) =>
  `${count} ${count === 1 ? 'subcategory' : 'subcategories'}`
