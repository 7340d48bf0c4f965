import { stringify } from 'csv-stringify/sync'
import { type Difference, type Reading, readFile } from './compare.ts'
import type { Moved } from './screens.ts'

/** Screens whose parts are separate pages today. */
export const MOVED: readonly Moved[] = [
  {
    from: /^\w+ \/admin\/orders\?order=/,
    to: (path) => ['money', 'history'].map((part) => `${path}&part=${part}`),
  },
]

/** File columns that were renamed, by their former names. */
export const COLUMNS: Reading['columns'] = {
  'Given back': 'Refunds',
  'On what': 'Item',
  'From and to': 'Change',
  'From where': 'IP address',
}

/** Rewrites today's form of a screen into its former one. */
export const SHAPES: Reading['shapes'] = [
  // The shop's own words say why a till's event is unreadable.
  {
    at: /^admin \/admin\/pos-sales(\?|$)/,
    toFormer: (html) => html.replaceAll('too small', 'Too small: expected number to be &gt;=1'),
  },
  // The file has a row for each variant, so that it can be imported again: a product's units are the sum of its rows.
  {
    at: /^admin \/admin\/products\.csv$/,
    toFormer: (text) => {
      const rows = readFile(text)
      const products = [...new Set(rows.map((row) => row['Handle'] ?? ''))].map((handle) => {
        const own = rows.filter((row) => row['Handle'] === handle)
        return {
          ...own[0],
          Category: (own[0]?.['Category'] ?? '').split(' / ').at(-1) ?? '',
          Stock: own.reduce((sum, row) => sum + Number(row['Stock']), 0),
        }
      })
      return stringify(products, { header: true })
    },
  },
]

/** Intended differences of today's screens. */
export const DIFFERENCES: readonly Difference[] = [
  {
    at: /^admin \/admin\/orders\/FSC-\S+\/invoice$/,
    what: /^fact MK 0$/,
    why: 'an invoice says no tax of MK 0 any more',
  },
  {
    at: /^admin \/admin\/pos-sales(\?|$|\.csv)/,
    what: /^fact Failed$|Failed \| MK \d+: lacks Failed$|: Status: failed → cancelled$/,
    why: 'a sale by mobile money that was called off is called so, and not failed',
  },
  {
    at: /^admin \/admin\/pos-sales\?sale=/,
    what: /^row MK \d+ \| (Failed|Open) \| \w+ \d+ \d+ \| \d\d:\d\d: lacks \d\d:\d\d$/,
    isByChance: true,
    why: 'when the payment service was asked last: the till asks it about a sale that waits at each look',
  },
  {
    at: /^\S+ (\/orders|\/track-order \S+ \S+)$/,
    what: /^fact Awaiting payment$|lacks Awaiting payment$/,
    why: 'an order of which too little came is Checking your payment to its customer',
  },
  {
    at: /^visitor \/search\?q=dress$/,
    what: /^\.hits\[\]\./,
    why: 'six of the same dresses, in another order: search goes by words (docs/decisions/0043-search-that-knows-the-region.md)',
  },
  {
    at: /^visitor \/$/,
    what: /^fact \d\d$/,
    isByChance: true,
    why: 'the seconds until a banner ends',
  },
  {
    at: /^cashier \/admin\/pos\/start$/,
    what: /^\.(limits|shop\.\w+) is gone$/,
    why: 'the till reads them from the settings beside it (docs/decisions/0051-settings-of-the-shop.md)',
  },
]
