import type { GuideKind } from '../../catalogue/size-guide.ts'
import type { TableId } from '../../catalogue/size-tables.ts'

export const GUIDE_NAMES: Record<GuideKind, string> = {
  women: 'Women',
  men: 'Men',
  children: 'Children',
  shoes: 'Shoes',
  'children-shoes': 'Children’s shoes',
}

export const TABLE_NAMES: Record<TableId, string> = {
  'women-alpha': 'Women’s clothing',
  'women-numbers': 'Women’s clothing, UK numbers',
  'men-alpha': 'Men’s clothing',
  waists: 'Trousers, by waist in inches',
  chests: 'Jackets and suits, by chest in inches',
  'children-ages': 'Children’s clothing, by age in years',
  'children-alpha': 'Children’s clothing',
  shoes: 'Shoes',
  'children-shoes': 'Children’s shoes',
}
