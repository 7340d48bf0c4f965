import { type Measure, SIZE_TABLES, type SizeTable, type Unit } from './size-tables.ts'

/** Whom a product is made for, as far as sizes go. */
export const GUIDE_KINDS = ['women', 'men', 'children', 'shoes', 'children-shoes'] as const
export type GuideKind = (typeof GUIDE_KINDS)[number]
/** Whether a text names one of the size guides. */
export const isGuideKind = (text: string): text is GuideKind =>
  GUIDE_KINDS.some((kind) => kind === text)

const OTHER_SPELLINGS: Record<string, string> = {
  SM: 'S',
  MED: 'M',
  XXL: '2XL',
  XXXL: '3XL',
  XXXXL: '4XL',
  FREESIZE: 'Free Size',
  ONESIZE: 'Free Size',
}

/** A size as the tables write it: `Xl` is `XL`, `XXL` is `2XL`, `UK 6` is `6`. */
export function tableSize(size: string) {
  const bare = size
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/^(UK|SIZE|AGE)(?=\d)/, '')
  return OTHER_SPELLINGS[bare] ?? bare
}

/** A row's size in the EU, where its table says one. */
const euOf = (table: SizeTable, row: SizeTable['rows'][number]) =>
  row.marks?.[table.marks?.indexOf('EU') ?? -1]
/** `EU 38` is `38`. */
const euSize = (size: string) => tableSize(size).replace(/^EU/, '')

const has = (table: SizeTable, size: string) =>
  table.rows.some((row) => row.size === tableSize(size))
const hasEu = (table: SizeTable, size: string) =>
  table.rows.some((row) => euOf(table, row) === euSize(size))
/** Women's waists are numbers of the EU's range, too: its sizes are those of the EU where each of them is one. */
const speaksOf = (table: SizeTable, sizes: readonly string[]) =>
  sizes.some((size) => has(table, size)) ||
  (sizes.length > 0 && sizes.every((size) => hasEu(table, size)))

/**
 * The tables of one kind that speak of these sizes; all of its tables where none does. Trousers are worn by women as
 * well: of what is said to be some (`isLegwear`), 34 is a waist before it is a size of the EU.
 */
export function tablesOf(kind: GuideKind, sizes: readonly string[] = [], isLegwear = false) {
  const own = SIZE_TABLES.filter((table) => table.kind === kind)
  if (isLegwear && kind === 'women' && sizes.length > 0) {
    const waists = SIZE_TABLES.filter(
      (table) => table.id === 'waists' && sizes.every((size) => has(table, size)),
    )
    if (waists.length > 0) return waists
  }
  const known = own.filter((table) => speaksOf(table, sizes))
  if (known.length > 0 || kind !== 'women') return known.length > 0 ? known : own
  const waists = SIZE_TABLES.filter(({ id }) => id === 'waists')
  return waists.some((table) => speaksOf(table, sizes)) ? waists : own
}

/**
 * What somebody wears by a table, among a product's sizes as they are written there: itself, or the same in EU sizes.
 */
export function findUsual(table: SizeTable, usual: string, sizes: readonly string[]) {
  const row = table.rows.find(({ size }) => size === usual)
  const eu = row && euOf(table, row)
  const here =
    sizes.find((size) => tableSize(size) === usual) ??
    sizes.find((size) => eu !== undefined && euSize(size) === eu)
  if (here !== undefined) return { size: here, isHere: true }
  const isEu = eu !== undefined && !sizes.some((size) => has(table, size))
  return {
    size: isEu && sizes.some((size) => hasEu(table, size)) ? `EU ${eu}` : usual,
    isHere: false,
  }
}

const inUnit = (length: number, from: Unit, to: Unit) =>
  from === to
    ? length
    : to === 'cm'
      ? Math.round(length * 2.54)
      : Math.round((length / 2.54) * 2) / 2

/** A length in the unit that is asked for: `79-84`; of a foot with its tenth. */
export function formatMeasure(measure: Measure, from: Unit, to: Unit) {
  if (typeof measure !== 'number')
    return measure.map((length) => inUnit(length, from, to)).join('-')
  const shown = inUnit(measure, from, to)
  return from === 'cm' && to === 'cm' && measure < 40 ? shown.toFixed(1) : String(shown)
}

const WORDS: readonly [GuideKind, RegExp][] = [
  ['children', /\b(child|children|kids?|bab(y|ies)|toddlers?|boys?|girls?)\b/],
  ['women', /\b(wom[ae]n|ladies|lady|female|dress(es)?|gowns?|skirts?|blouses?)\b/],
  ['men', /\b(m[ae]n|male|gents?|gentlemen)\b/],
]
const FOOTWEAR =
  /\b(shoes?|footwear|heels?|flats|loafers?|sandals?|trainers?|boots?|sneakers?|slippers?|slides|takkies)\b/

const LEGWEAR = /\b(trousers?|jeans?|chinos?|shorts)\b/i
const SKIRTS = /\bskirts?\b/i

/** Trousers and jeans, by their name or their category; one that holds skirts as well says nothing. */
export const isLegwear = (product: { name: string; category: { name: string } | null }) =>
  [product.name, product.category?.name ?? ''].some(
    (text) => LEGWEAR.test(text) && !SKIRTS.test(text),
  )

/**
 * Which guide a product has: that which staff gave its category or the one above (`set`); else its category, or that
 * above it, says whether it is for feet; the first that names somebody says for whom: category, tags, name, category
 * above (which often holds both, as `Trousers & Skirts`). Null: for anybody.
 */
export function guideKindOf(product: {
  set: GuideKind | null
  category: string
  parentCategory: string
  tags: readonly string[]
  name: string
}): GuideKind | null {
  if (product.set) return product.set
  const plain = (text: string) => text.toLowerCase().replace(/[’']s\b/g, '')
  const categories = [product.category, product.parentCategory].map(plain)
  const texts = [product.category, product.tags.join(' '), product.name, product.parentCategory]
  const [named] = texts
    .map(plain)
    .flatMap((text) => WORDS.filter(([, words]) => words.test(text)).map(([kind]) => kind))
  if (categories.some((text) => FOOTWEAR.test(text)))
    return named === 'children' ? 'children-shoes' : 'shoes'
  return named ?? null
}
