// What `npm run mutants` can change, and the tests that must notice: those beside the code first.

const beside = (...modules) => modules.map((name) => `app/modules/${name}/**/*.test.ts`)

export const PARTS = {
  rules: {
    code: ['app/rules/**/*.ts', '!app/rules/messages/**'],
    tests: ['app/rules/**/*.test.ts'],
  },
  stock: { tests: beside('stock') },
  discounts: { tests: beside('discounts') },
  payments: { tests: beside('payments', 'checkout') },
  checkout: { tests: beside('checkout') },
  orders: { tests: beside('orders', 'checkout') },
  // What tills send is tried over HTTP as well, on the built shop, which no change reaches.
  till: {
    tests: [
      ...beside('till', 'credit/reserves'),
      'app/modules/checkout/till-payment.test.ts',
      'app/modules/refunds/refunds.test.ts',
    ],
  },
}

/** The files that a part's tests and code are in. */
export const partOf = (name) => ({ code: [`app/modules/${name}/**/*.ts`], ...PARTS[name] })
