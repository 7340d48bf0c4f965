import { type SampleCategory, slugOf } from './shape.ts'

const tree: Record<string, string[]> = {
  Dresses: ['Wrap Dresses', 'Maxi Dresses', 'Day Dresses', 'Evening Dresses'],
  'Shirts & Tops': ['Shirts', 'Blouses', 'T-Shirts & Polos', 'Knitwear'],
  'Trousers & Skirts': ['Trousers', 'Jeans', 'Shorts', 'Skirts'],
  'Jackets & Suits': ['Blazers', 'Suits', 'Casual Jackets'],
  Shoes: ['Heels', 'Flats & Loafers', 'Sandals', 'Trainers & Boots'],
  Bags: ['Tote Bags', 'Handbags', 'Clutch Bags', 'Backpacks'],
  Chitenje: ['Cloth Pieces', 'Headwraps', 'Scarves & Shawls'],
  Accessories: ['Jewellery', 'Belts', 'Hats', 'Sunglasses'],
}

export const categories: SampleCategory[] = Object.entries(tree).flatMap(([name, below]) => {
  const parent = slugOf(name)
  return [
    { slug: parent, name, picture: `categories/${parent}` },
    ...below.map((child) => {
      const slug = slugOf(child)
      return { slug, name: child, parent, picture: `categories/${slug}` }
    }),
  ]
})
