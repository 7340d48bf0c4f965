/** One category of the sample shop; `parent` is a top-level slug, `picture` a base in sample/files. */
export type SampleCategory = { slug: string; name: string; parent?: string; picture: string }

export type SampleVariant = {
  size?: string
  color?: string
  color_value?: string
  sku: string
  inventory: number
}

/** One product of the sample shop: money in whole kwacha, weight in kg, `age_days` before seeding. */
export type SampleProduct = {
  slug: string
  name: string
  category: string
  price: number
  compare_price?: number
  cost_price: number
  sku: string
  barcode: string
  brand: string
  weight: number
  short_description: string
  description: string
  tags: string[]
  featured: boolean
  meta_title: string
  meta_description: string
  age_days: number
  stock?: number
  variants?: SampleVariant[]
  /** `color`: the color that the picture shows. */
  images: { file: string; alt: string; color?: string }[]
}

export type SampleBanner = {
  title: string
  subtitle: string
  description: string
  button_text: string
  link_url: string
  picture: string
  ends_in_days?: number
}

export type Color = readonly [name: string, value: string]

export type Draft = {
  name: string
  category: string
  price: number
  was?: number
  cost: number
  sku: string
  brand: string
  weight: number
  short: string
  text: string
  tags: string[]
  featured?: boolean
  age: number
  sizes?: readonly string[]
  colors?: readonly Color[]
  /** Units of a product without variants, or the units per variant, repeated in order. */
  stock: number | readonly number[]
}

/** Lowercase, runs of anything but letters and digits become one hyphen (docs/product.md, Products). */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The EAN-13 check digit of twelve digits. */
export function checkDigit(twelve: string): number {
  const sum = Array.from(twelve).reduce((all, d, i) => all + Number(d) * (i % 2 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** An in-store barcode (prefix 20 to 29), always the same for the same SKU. */
export function barcodeOf(sku: string): string {
  let hash = 0xcbf29ce484222325n
  for (const email of sku)
    hash = BigInt.asUintN(64, (hash ^ BigInt(email.codePointAt(0) ?? 0)) * 0x100000001b3n)
  const twelve = `2${(hash % 100_000_000_000n).toString().padStart(11, '0')}`
  return twelve + String(checkDigit(twelve))
}

function variantsOf(draft: Draft, units: readonly number[]): SampleVariant[] {
  const colors: readonly (Color | undefined)[] = draft.colors ?? [undefined]
  const sizes: readonly (string | undefined)[] = draft.sizes ?? [undefined]
  const list: SampleVariant[] = []
  for (const color of colors)
    for (const size of sizes) {
      const mark = color && color[0].replace(/[^A-Za-z]/g, '').toUpperCase()
      list.push({
        ...(size && { size }),
        ...(color && { color: color[0], color_value: color[1] }),
        sku: [draft.sku, mark, size?.replace(/\s/g, '').toUpperCase()].filter(Boolean).join('-'),
        inventory: units[list.length % units.length] ?? 0,
      })
    }
  return list
}

function imagesOf(draft: Draft, slug: string): SampleProduct['images'] {
  const [first, second] = draft.colors ?? []
  const shows = (color: Color | undefined) => (color ? { color: color[0] } : {})
  const images = [
    {
      file: `products/${slug}-1`,
      alt: first ? `${draft.name} in ${first[0]}` : draft.name,
      ...shows(first),
    },
    { file: `products/${slug}-2`, alt: `${draft.name}, seen close`, ...shows(first) },
  ]
  if (second)
    images.push({
      file: `products/${slug}-3`,
      alt: `${draft.name} in ${second[0]}`,
      ...shows(second),
    })
  return images
}

/** Completes a product from what a buyer would write on its card: adds slug, barcode, variants and pictures. */
export function product(draft: Draft): SampleProduct {
  const slug = slugOf(draft.name)
  return {
    slug,
    name: draft.name,
    category: draft.category,
    price: draft.price,
    ...(draft.was && { compare_price: draft.was }),
    cost_price: draft.cost,
    sku: draft.sku,
    barcode: barcodeOf(draft.sku),
    brand: draft.brand,
    weight: draft.weight,
    short_description: draft.short,
    description: draft.text,
    tags: draft.tags,
    featured: draft.featured ?? false,
    meta_title: `${draft.name} by ${draft.brand}`,
    meta_description: `${draft.short} Delivered anywhere in Malawi.`,
    age_days: draft.age,
    ...(typeof draft.stock === 'number'
      ? { stock: draft.stock }
      : { variants: variantsOf(draft, draft.stock) }),
    images: imagesOf(draft, slug),
  }
}
