import { accessories } from './recipes/accessories.ts'
import { bags } from './recipes/bags.ts'
import { bottoms } from './recipes/bottoms.ts'
import { cloths } from './recipes/cloths.ts'
import { dresses } from './recipes/dresses.ts'
import { jackets } from './recipes/jackets.ts'
import type { Recipe } from './recipes/recipe.ts'
import { shoes } from './recipes/shoes.ts'
import { tops } from './recipes/tops.ts'

/** How every product of the sample shop is drawn, by slug. */
export const recipes: Record<string, Recipe> = {
  ...dresses,
  ...tops,
  ...bottoms,
  ...jackets,
  ...shoes,
  ...bags,
  ...cloths,
  ...accessories,
}
