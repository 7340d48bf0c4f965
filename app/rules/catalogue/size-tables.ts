import type { GuideKind } from './size-guide.ts'

/** The tables, in the guide's order. */
export const TABLE_IDS = [
  'women-alpha',
  'women-numbers',
  'men-alpha',
  'waists',
  'chests',
  'children-ages',
  'children-alpha',
  'shoes',
  'children-shoes',
] as const
export type TableId = (typeof TABLE_IDS)[number]

export type Unit = 'cm' | 'in'
/** A body length or a range of lengths, in the table's own unit. */
export type Measure = number | readonly [from: number, to: number]
export type SizeTable = {
  /**
   * The key under which a customer's usual size is stored; the table's name is in rules/messages/catalogue/sizes.ts.
   */
  id: TableId
  kind: GuideKind
  /** What the sizes of the table are: `UK`, `Waist`. */
  head: string
  /** Other names of the sizes, which are not lengths: the US and EU sizes of shoes. */
  marks?: readonly string[]
  measures: readonly string[]
  /** The unit in which the lengths were measured; the other unit is computed. */
  unit: Unit
  rows: readonly { size: string; marks?: readonly string[]; lengths: readonly Measure[] }[]
}

/** The numbers of a table, one row for each text row. */
const readLines = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').map(Number))

const ALPHA = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL']
type Lengths = readonly (readonly [number, number])[]
/** XS to 5XL in inches, starting with the smallest, and Free Size, which spans S to XL. */
const alphaTable = (kind: 'women' | 'men', columns: Record<string, Lengths>): SizeTable => {
  const lengths = Object.values(columns)
  return {
    id: `${kind}-alpha`,
    kind,
    head: 'Size',
    measures: Object.keys(columns),
    unit: 'in',
    rows: [
      ...ALPHA.map((size, n) => ({
        size,
        lengths: lengths.map((column) => column[n] ?? ([0, 0] as const)),
      })),
      {
        size: 'Free Size',
        lengths: lengths.map((column) => [column[1]?.[0] ?? 0, column[4]?.[1] ?? 0] as const),
      },
    ],
  }
}
/** `count` ranges from `first` on, each three inches after the one before. */
const ranges = (first: number, count: number): Lengths =>
  Array.from({ length: count }, (_, n) => [first + n * 3, first + n * 3 + 2] as const)
const steps = (first: number, last: number, by: number) =>
  Array.from({ length: (last - first) / by + 1 }, (_, n) => first + n * by)

// XS to XL are the specification's (docs/product.md, Products); larger sizes continue in the same steps.
const WOMEN_ALPHA = alphaTable('women', {
  Bust: [[31, 33], [33, 35], [35, 37], [38, 40], [41, 43], ...ranges(44, 4)],
  Waist: [[24, 26], [26, 28], [28, 30], [31, 33], [34, 36], ...ranges(37, 4)],
  Hips: [[34, 36], [36, 38], [38, 40], [41, 43], [44, 46], ...ranges(47, 4)],
})

const WOMEN_NUMBERS: SizeTable = {
  id: 'women-numbers',
  kind: 'women',
  head: 'UK',
  marks: ['EU'],
  measures: ['Bust', 'Waist', 'Hips'],
  unit: 'cm',
  rows: readLines(`
    6 78 60 86
    8 81 63 89
    10 86 68 94
    12 91 73 99
    14 96 78 104
    16 101 83 109
    18 108 90 116
    20 116 98 124
    22 122 104 130
    24 128 110 136
  `).map(([size = 0, ...lengths]) => ({
    size: String(size),
    marks: [String(size + 28)],
    lengths,
  })),
}

const MEN_ALPHA = alphaTable('men', {
  Chest: ranges(32, 9),
  Waist: ranges(26, 9),
  Hips: ranges(32, 9),
})

/** Men's sizes that are themselves a length in inches, with the other length that goes with each. */
const inchTable = (
  id: 'waists' | 'chests',
  measures: readonly [string, string],
  inches: readonly number[],
  other: number,
): SizeTable => ({
  id,
  kind: 'men',
  head: 'Size',
  measures,
  unit: 'in',
  rows: inches.map((inch) => ({ size: String(inch), lengths: [inch, inch + other] })),
})
const WAISTS = inchTable('waists', ['Waist', 'Hips'], steps(26, 50, 1), 7)
const CHESTS = inchTable('chests', ['Chest', 'Waist'], steps(34, 50, 2), -6)

const CHILDREN_AGES: SizeTable = {
  id: 'children-ages',
  kind: 'children',
  head: 'Age',
  measures: ['Height', 'Chest', 'Waist'],
  unit: 'cm',
  rows: readLines(`
    80 50 49
    92 53 51
    98 55 52
    104 57 54
    110 59 55
    116 61 56
    122 63 58
    128 66 59
    134 69 61
    140 72 63
    146 75 65
    152 78 67
    158 81 69
    164 84 71
    170 87 73
    176 90 75
  `).map((lengths, n) => ({ size: String(n + 1), lengths })),
}

const CHILDREN_ALPHA: SizeTable = {
  id: 'children-alpha',
  kind: 'children',
  head: 'Size',
  marks: ['Age'],
  measures: ['Height', 'Chest'],
  unit: 'cm',
  rows: readLines(`
    4 104 110 57 59
    6 116 122 61 63
    8 128 134 66 69
    10 140 146 72 75
    12 152 158 78 81
    14 164 170 84 87
  `).map(([age = 0, low = 0, high = 0, least = 0, most = 0], n) => ({
    size: ALPHA[n] ?? '',
    marks: [`${age}-${age + 1}`],
    lengths: [
      [low, high],
      [least, most],
    ],
  })),
}

/** A table of shoes from one text row for each size: UK, US, EU, length of the foot in cm. */
const shoes = (kind: 'shoes' | 'children-shoes', lines: string): SizeTable => ({
  id: kind,
  kind,
  head: 'UK',
  marks: ['US', 'EU'],
  measures: ['Foot'],
  unit: 'cm',
  rows: readLines(lines).map(([size, us, eu, foot = 0]) => ({
    size: String(size),
    marks: [String(us), String(eu)],
    lengths: [foot],
  })),
})

// Whole sizes from 3 to 11 are the specification's (docs/product.md, Products).
const SHOES = shoes(
  'shoes',
  `
  2.5 3.5 35 21.8
  3 4 36 22.0
  3.5 4.5 36.5 22.4
  4 5 37 22.9
  4.5 5.5 37.5 23.3
  5 6 38 23.7
  5.5 6.5 38.5 24.1
  6 7 39 24.6
  6.5 7.5 40 25.0
  7 8 41 25.4
  7.5 8.5 41.5 25.8
  8 9 42 26.2
  8.5 9.5 42.5 26.7
  9 10 43 27.1
  9.5 10.5 43.5 27.5
  10 11 44 27.9
  10.5 11.5 45 28.4
  11 12 46 28.8
  11.5 12.5 46.5 29.2
  12 13 47 29.6
  12.5 13.5 47.5 30.1
  13 14 48 30.5
  14 15 49 31.3
  15 16 50 32.2
`,
)

const CHILDREN_SHOES = shoes(
  'children-shoes',
  `
  4 5 20 12.4
  4.5 5.5 20.5 12.8
  5 6 21 13.2
  5.5 6.5 22 13.7
  6 7 23 14.1
  6.5 7.5 23.5 14.5
  7 8 24 14.9
  7.5 8.5 24.5 15.4
  8 9 25 15.8
  8.5 9.5 26 16.2
  9 10 27 16.6
  9.5 10.5 27.5 17.1
  10 11 28 17.5
  10.5 11.5 28.5 17.9
  11 12 29 18.3
  11.5 12.5 30 18.8
  12 13 31 19.2
  12.5 13.5 31.5 19.6
  13 1 32 20.0
  13.5 1.5 32.5 20.4
  1 2 33 20.9
  1.5 2.5 33.5 21.3
  2 3 34 21.7
  2.5 3.5 35 21.8
`,
)

export const SIZE_TABLES: readonly SizeTable[] = [
  WOMEN_ALPHA,
  WOMEN_NUMBERS,
  MEN_ALPHA,
  WAISTS,
  CHESTS,
  CHILDREN_ALPHA,
  CHILDREN_AGES,
  SHOES,
  CHILDREN_SHOES,
]
