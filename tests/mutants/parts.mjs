// The parts that `npm run mutants` can change, with the tests that must notice; those beside the code run first.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const RULES = 'app/rules'

const beside = (...modules) => modules.map((name) => `app/modules/${name}/**/*.test.ts`)

const ofTill = (folder, more = []) => ({
  code: [`app/modules/till/${folder}/**/*.ts`],
  tests: [...beside(`till/${folder}`), ...more],
})

/**
 * The rules by folder, each by the tests in it: all of them at each constant that is changed would take an hour. Texts
 * are left out.
 */
const ofRules = Object.fromEntries(
  readdirSync(join(import.meta.dirname, '..', '..', RULES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'messages')
    .map(({ name }) => [
      `rules-${name}`,
      { code: [`${RULES}/${name}/**/*.ts`], tests: [`${RULES}/${name}/**/*.test.ts`] },
    ]),
)

export const PARTS = {
  ...ofRules,
  'rules-shared': { code: [`${RULES}/*.ts`], tests: [`${RULES}/**/*.test.ts`] },
  stock: { tests: beside('stock') },
  discounts: { tests: beside('discounts') },
  payments: { tests: beside('payments', 'checkout') },
  checkout: { tests: beside('checkout') },
  orders: { tests: beside('orders', 'checkout') },
  // By folder, because a busy machine cannot run the tests of all of them at once. Events of tills are also tested by
  // HTTP, but on the built shop, which changes do not reach.
  'till-sales': ofTill('sales', [
    'app/modules/returns/exchange-at-till.test.ts',
    'app/modules/returns/exchange-at-paid-price.test.ts',
    'app/modules/returns/exchange-by-mobile.test.ts',
    ...beside('credit/reserves'),
    'app/modules/checkout/till-payment.test.ts',
    'app/modules/checkout/till-exchange.test.ts',
    'app/modules/checkout/short-sale.test.ts',
    'app/modules/till/events/ingest-events.test.ts',
  ]),
  'till-returns': ofTill('returns', [
    'app/modules/returns/exchange-*.test.ts',
    'app/modules/till/sales/record-*.test.ts',
    'app/modules/till/events/ingest-events.test.ts',
    'app/modules/checkout/till-exchange.test.ts',
  ]),
  'till-shifts': ofTill('shifts', ['app/modules/refunds/refunds.test.ts']),
  'till-events': ofTill('events', [
    'app/modules/till/sales/record-*.test.ts',
    'app/modules/checkout/short-sale.test.ts',
  ]),
  'till-short-sales': ofTill('short-sales', [
    'app/modules/checkout/short-sale.test.ts',
    'app/modules/checkout/till-exchange.test.ts',
  ]),
  'till-devices': ofTill('devices'),
}

/** What is judged as a whole: the rules, each module, and the till. */
export const GROUPS = [...new Set(Object.keys(PARTS).map((name) => name.split('-')[0]))]

/** The parts with this name: `till` stands for all parts of the till, `rules` for all folders of the rules. */
export const partsCalled = (asked) =>
  Object.keys(PARTS).filter(
    (name) => asked === 'all' || name === asked || name.startsWith(`${asked}-`),
  )

/** The files of a part's code and tests; `MUTANTS_TESTS` limits the tests, for single files on a slow machine. */
export function partOf(name) {
  const part = { code: [`app/modules/${name}/**/*.ts`], ...PARTS[name] }
  const { MUTANTS_TESTS } = process.env
  return MUTANTS_TESTS ? { ...part, tests: MUTANTS_TESTS.split(',') } : part
}
