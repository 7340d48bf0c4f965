import { accessories } from './catalogue/accessories.ts'
import { bags } from './catalogue/bags.ts'
import { chitenje } from './catalogue/chitenje.ts'
import { dresses } from './catalogue/dresses.ts'
import { jacketsAndSuits } from './catalogue/jackets-and-suits.ts'
import type { SampleProduct } from './catalogue/shape.ts'
import { shirtsAndTops } from './catalogue/shirts-and-tops.ts'
import { shoes } from './catalogue/shoes.ts'
import { trousersAndSkirts } from './catalogue/trousers-and-skirts.ts'

export { banners } from './catalogue/banners.ts'
export { categories } from './catalogue/categories.ts'
export type {
  SampleBanner,
  SampleCategory,
  SampleProduct,
  SampleVariant,
} from './catalogue/shape.ts'

export const products: SampleProduct[] = [
  ...dresses,
  ...shirtsAndTops,
  ...trousersAndSkirts,
  ...jacketsAndSuits,
  ...shoes,
  ...bags,
  ...chitenje,
  ...accessories,
]
