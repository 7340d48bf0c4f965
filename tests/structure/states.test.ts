import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../../app/db/tables.server.ts'

// States are data (docs/architecture.md, Adding to it): each column of states has a table of steps, and code that
// writes the column asks that table.

type Home = string | { file: string; because: string }

/** For each column of states: the name of its steps in the rules, and the acts that write it. */
const STEPS: Record<string, { asks: RegExp; homes: readonly Home[] }> = {
  'orders.status': {
    asks: /\bOrderTransition\b/,
    homes: ['orders/change-order.ts'],
  },
  'payments.status': { asks: /\bPaymentTransition\b/, homes: ['payments/payments.ts'] },
  'posSales.paymentStatus': {
    asks: /\bSALE_TRANSITIONS\b/,
    homes: ['till/sales/settle-sale.ts'],
  },
  'refunds.status': {
    asks: /\bfindRefundTransition\b|\bRefundTransition\b/,
    homes: [
      'refunds/give-refund.ts',
      'refunds/move-refund.ts',
      'refunds/payouts/settle-payout.ts',
      'refunds/payouts/start-payout.ts',
    ],
  },
  'payouts.status': {
    asks: /\bPAYOUT_TRANSITIONS\b/,
    homes: [
      'refunds/payouts/end-payout.ts',
      'refunds/payouts/send-payout.ts',
      'refunds/payouts/settle-payout.ts',
    ],
  },
  'voucherRefunds.status': {
    asks: /\bfindVoucherRefundStep\b/,
    homes: ['refunds/vouchers/refund-voucher.ts'],
  },
  'returns.status': {
    asks: /\bfindReturnTransition\b/,
    homes: ['returns/move-return.ts', 'returns/take-back-at-till.ts'],
  },
  'credits.status': {
    asks: /\bfindCreditStep\b|\bfindDoubtStep\b/,
    homes: [
      'credit/block-code.ts',
      'credit/move-credit.ts',
      {
        file: 'credit/reserves/carry-to-sale.ts',
        because:
          'within one transaction, behind the lock of the code, which stands as before at its end',
      },
    ],
  },
  'creditReserves.status': {
    asks: /\bRESERVE_STEPS\b/,
    homes: ['credit/reserves/end-reserves.ts', 'credit/reserves/use-reserve.ts'],
  },
  'voucherPurchases.status': {
    asks: /\bPURCHASE_STEPS\b/,
    homes: ['checkout/vouchers/purchases.ts'],
  },
  'priceChanges.state': { asks: /\bnextPriceState\b/, homes: ['pricing/move-change.ts'] },
  'pricedProducts.state': { asks: /\bPRICED_STEPS\b/, homes: ['pricing/change-due-prices.ts'] },
  'imports.state': {
    asks: /\bIMPORT_STEPS\b/,
    homes: ['imports/check-import.ts', 'imports/confirm-import.ts', 'imports/run-import.ts'],
  },
  'importEntries.state': {
    asks: /\bENTRY_STEPS\b|\bCheckedState\b/,
    homes: [
      {
        file: 'imports/check-import.ts',
        because:
          'what `KINDS` answers is a `CheckedState` by its type, and `unchecked` stands in its where',
      },
      'imports/run-import.ts',
    ],
  },
  'deliveries.state': {
    asks: /\bDELIVERY_ACTS\b|\bstateOf\b/,
    homes: ['purchasing/change-delivery.ts', 'purchasing/end-delivery.ts'],
  },
  'stockCounts.state': { asks: /\bCOUNT_STEPS\b/, homes: ['stock/counts/end-count.ts'] },
  'keyTrials.status': { asks: /\bKEY_TRIAL_STEPS\b/, homes: ['payments/key-trials.ts'] },
}

/** Columns of states without steps, with the reason. */
const WITHOUT_STEPS: Record<string, string> = {
  'products.status': 'staff choose any from any, as a field of the form',
  'sandboxPayments.status': "the sandbox's own memory: what was pressed on its page",
  'sandboxPayouts.status': "the sandbox's own memory: what a test told it to answer",
  'orderEvents.fromStatus': 'what an order was: a line of its history is never changed',
  'orderEvents.toStatus': 'what an order became: a line of its history is never changed',
}

const columns = Object.entries(schema).flatMap(([name, table]) =>
  is(table, PgTable)
    ? Object.entries(getTableColumns(table)).flatMap(([key, column]) =>
        column.enumValues && /stat(us|e)$/i.test(key)
          ? [
              {
                name: `${name}.${key}`,
                table: name,
                sql: getTableName(table),
                key,
                values: column.enumValues,
              },
            ]
          : [],
      )
    : [],
)

const modules = readdirSync('app/modules', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('app/modules', file), 'utf8') }))

test('each column of states has a table of steps, or a reason for having none', () => {
  expect(columns.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(STEPS), ...Object.keys(WITHOUT_STEPS)].toSorted(),
  )
})

/**
 * The values that a file sets in rows of a table: the `.set(…)` of its updates, and the text after `set` in its SQL.
 */
const setsOf = (text: string, table: string, sql: string) =>
  [
    ...text.matchAll(
      new RegExp(`\\.update\\(${table}\\)\\s*\\.set\\(([\\s\\S]*?)\\)\\s*(?:\\.where|$)`, 'g'),
    ),
    ...text.matchAll(
      new RegExp(`update (?:\\$\\{)?(?:${table}|${sql})\\}?(?: \\w+)? set ([\\s\\S]*?)where`, 'g'),
    ),
  ].map(([, set = '']) => set)
/** A spread or a whole variable may contain the state as well: the file then counts as one that writes it. */
const mayHold = (set: string, key: string) =>
  new RegExp(`\\b${key}\\b`).test(set) ||
  /^[\w.]+(\(.*)?$/.test(set.trim()) ||
  /\.\.\.(step|set)\b/.test(set)

/** Acts that set other columns by a named object: personal data, a rider's link, parts of a sum. */
const OTHER_COLUMNS = new Set([
  'credits.status credit/forget-credit.ts',
  'orders.status orders/parcels/make-rider-link.ts',
  'posSales.paymentStatus till/sales/forget-buyer.ts',
  'posSales.paymentStatus till/sales/take-up-again.ts',
])

test.each(columns.filter(({ name }) => name in STEPS))(
  'the state of an existing row in $name is set only where its table of steps is asked',
  ({ name, table, sql, key, values }) => {
    const { asks, homes } = STEPS[name] ?? { asks: /(?!)/, homes: [] }
    const writing = modules.filter(({ file, text }) =>
      setsOf(text, table, sql).some(
        (set) => mayHold(set, key) && !OTHER_COLUMNS.has(`${name} ${file}`),
      ),
    )
    expect(writing.map(({ file }) => file).toSorted()).toEqual(
      homes.map((home) => (typeof home === 'string' ? home : home.file)).toSorted(),
    )
    const literal = new RegExp(`\\b${key}: '(${values.join('|')})'`)
    for (const { file, text } of writing) {
      if (homes.some((home) => typeof home !== 'string' && home.file === file)) continue
      expect(text, `${file} asks for the step`).toMatch(asks)
      for (const set of setsOf(text, table, sql))
        expect(set, `${file} sets a state by hand`).not.toMatch(literal)
    }
  },
)
