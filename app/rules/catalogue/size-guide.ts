import { type Measure, SIZE_TABLES, type SizeTable, type Unit } from './size-tables.ts'

/** The kinds of size guides: whom a product's sizes are made for. */
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

/** A size in the tables' spelling: `Xl` becomes `XL`, `XXL` becomes `2XL`, `UK 6` becomes `6`. */
export function tableSize(size: string) {
  const bare = size
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/^(UK|SIZE|AGE)(?=\d)/, '')
  return OTHER_SPELLINGS[bare] ?? bare
}

/** A row's EU size, when its table has one. */
const euOf = (table: SizeTable, row: SizeTable['rows'][number]) =>
  row.marks?.[table.marks?.indexOf('EU') ?? -1]
/** `EU 38` becomes `38`. */
const euSize = (size: string) => tableSize(size).replace(/^EU/, '')

const has = (table: SizeTable, size: string) =>
  table.rows.some((row) => row.size === tableSize(size))
const hasEu = (table: SizeTable, size: string) =>
  table.rows.some((row) => euOf(table, row) === euSize(size))
/**
 * A table fits when it has one of the sizes, or when all of them are among its EU sizes: women's waists overlap with
 * the EU range, so that one match would not be enough. Without sizes, every table fits.
 */
const speaksOf = (table: SizeTable, sizes: readonly string[]) =>
  sizes.some((size) => has(table, size)) || sizes.every((size) => hasEu(table, size))

/**
 * The tables of one kind that fit these sizes, or all its tables when none fits. Women wear trousers, too: for a
 * product that is legwear (`isLegwear`), 34 counts as a waist before it counts as an EU size.
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
  if (known.length > 0) return known
  const waists = SIZE_TABLES.filter(
    (table) => kind === 'women' && table.id === 'waists' && speaksOf(table, sizes),
  )
  return waists.length > 0 ? waists : own
}

/** The usual size of a customer, in the spelling of the product's sizes: the same size, or its EU size. */
export function findUsual(table: SizeTable, usual: string, sizes: readonly string[]) {
  const row = table.rows.find(({ size }) => size === usual)
  const eu = row && euOf(table, row)
  const here =
    sizes.find((size) => tableSize(size) === usual) ?? sizes.find((size) => euSize(size) === eu)
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

/** A length in the requested unit: `79-84`; the length of a foot in cm has one decimal. */
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

/** Whether name or category says trousers or jeans; a text that also names skirts does not count. */
export const isLegwear = (product: { name: string; category: { name: string } | null }) =>
  [product.name, product.category?.name ?? ''].some(
    (text) => LEGWEAR.test(text) && !SKIRTS.test(text),
  )

/**
 * The size guide of a product: the one that staff set for its category or the category above (`set`). Otherwise
 * category and parent category say whether it is for feet; the first of category, tags, name and parent category that
 * names women, men or children says for whom. The parent category comes last, because it often holds both (`Trousers &
 * Skirts`). Null: for anybody.
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
