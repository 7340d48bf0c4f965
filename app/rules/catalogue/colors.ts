/** A named color; two-tone ones have two values, as the shop's swatch paints them (`#aaa/#bbb`). */
export type NamedColor = { name: string; value: string }

const of = (text: string): NamedColor[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', value = ''] = line.split(':').map((part) => part.trim())
      return { name, value }
    })

/** The colors on offer for a product that is edited (docs/product.md, Products: about 58). */
export const COLORS_TO_EDIT: readonly NamedColor[] = of(`
  Black: #1b1a1c
  White: #ffffff
  Off White: #f5f1e6
  Cream: #f3e7c9
  Beige: #dcc7a3
  Khaki: #b59a6d
  Camel: #b5834a
  Tan: #c19a6b
  Brown: #6b4226
  Coffee: #4a2f24
  Gray: #8a8a8a
  Charcoal: #3f4147
  Silver: #c3c6ca
  Gold: #c9a227
  Rose Gold: #b76e79
  Red: #c62828
  Maroon: #6a1f27
  Burgundy: #5e1a22
  Wine: #722f37
  Coral: #f07b5f
  Orange: #e0701f
  Rust: #a8431f
  Peach: #f8c3a0
  Mustard: #c08a26
  Yellow: #f2c230
  Lime: #a4c639
  Green: #2e7d32
  Olive: #6a6b3a
  Army Green: #4b5320
  Emerald: #0d6b4c
  Mint: #a8dcc2
  Teal: #0f6d6a
  Turquoise: #30b8b2
  Sky Blue: #7ec3ea
  Blue: #1f5fbf
  Royal Blue: #27408b
  Navy: #1f2b52
  Denim: #4a6a8f
  Indigo: #3a2f7a
  Purple: #6a1b8a
  Lilac: #c3a6d8
  Plum: #5c2a54
  Pink: #ef8fb5
  Hot Pink: #e0217f
  Fuchsia: #b8178a
  Black/White: #1b1a1c/#ffffff
  Black/Gold: #1b1a1c/#c9a227
  Black/Red: #1b1a1c/#c62828
  Black/Gray: #1b1a1c/#8a8a8a
  Navy/White: #1f2b52/#ffffff
  Blue/White: #1f5fbf/#ffffff
  Red/White: #c62828/#ffffff
  Pink/White: #ef8fb5/#ffffff
  Green/White: #2e7d32/#ffffff
  Brown/Cream: #6b4226/#f3e7c9
  Green/Gold: #2e7d32/#c9a227
  Purple/Gold: #6a1b8a/#c9a227
  Orange/Blue: #e0701f/#1f5fbf
`)

const NOT_FOR_NEW = new Set(['Green/Gold', 'Purple/Gold', 'Orange/Blue'])

/** The colors on offer for a new product (docs/product.md, Products: about 55). */
export const COLORS_TO_ADD = COLORS_TO_EDIT.filter(({ name }) => !NOT_FOR_NEW.has(name))

const VALUES = new Map(COLORS_TO_EDIT.map(({ name, value }) => [name, value]))

/** The color value of a named color; undefined for a name that is not on the list. */
export const colorValueOf = (name: string) => VALUES.get(name)
