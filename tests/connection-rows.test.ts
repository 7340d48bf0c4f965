import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listActs } from './support/acts.ts'

// Every act of the shop is tried with the connection cut (docs/decisions/0022-a-connection-that-breaks.md): a row of
// the connection specs in tests/e2e names it, or it is listed here with its reason.

const SPECS = 'tests/e2e'
const rows = readdirSync(SPECS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)connection[\w-]*\.spec\.ts$/.test(file))
  .map((file) => readFileSync(`${SPECS}/${file}`, 'utf8'))
const rowActs = rows.flatMap((text) =>
  [...text.matchAll(/^ {4}act: '([^']+)',$/gm)].map(([, act]) => act ?? ''),
)

/** Acts of forms without an intent beside those with one, and acts that a field other than the intent distinguishes. */
const BESIDE: Record<string, string[]> = {
  '/newsletter': ['', 'confirm', 'leave'],
  '/waitlist': ['', 'confirm', 'leave'],
  '/reviews/emails': ['leave'],
  '/wishlist': ['add', 'remove'],
  '/track-order': ['', 'send-link'],
  '/reviews/new/:slug': ['', 'delete'],
  // Beside an import, whose acts are in the same file.
  '/admin/import': [''],
  '/admin/import/pictures': [''],
  '/admin/price-changes/new': [''],
  '/admin/price-changes/:changeId': [''],
  '/admin/orders/new': ['save'],
  '/admin/deliveries/:deliveryId': [
    'add',
    'book',
    'close',
    'discard',
    'drop',
    'expect',
    'find',
    'keep',
    'reverse',
    'save',
  ],
}
/** Its files also hold the acts of a neighboring address, which are tried there. */
const NEIGHBOURS = ['/admin/import']

const PROGRAMS = 'for programs, which send again by themselves (Idempotency-Key)'
const NO_FORM = 'nothing of the shop sends it: it answers that it takes nothing'
const BY_ID =
  'its form bears the id and the version of the code, as `block`, which has a row; sent again it is answered as at first: tests/http/admin/repeats.test.ts'
const TILL = 'sent by a till, whose connection is cut in tests of its own: tests/e2e/till'
const EXCEPTIONS: Record<string, string> = {
  '/product/:slug': 'Add to Cart, cut at three moments: tests/e2e/connection.spec.ts',
  '/checkout use-address': 'sends nothing where there are scripts',
  '/admin/stock preorders': 'the form stands on the product’s own page, which has a row',
  '/admin/credit agree': BY_ID,
  '/admin/credit call-off': BY_ID,
  '/admin/credit voucher-refund':
    'its form bears the id of the refund, which is made once: app/modules/refunds/vouchers/voucher-refunds.test.ts',
  '/admin/credit voucher-give': 'sent again it is given already: the same tests',
  '/admin/credit voucher-keep': 'sent again it is called off already: the same tests',
  '/admin/pos-sales short-rest-taken':
    'its form bears the id of the end, which is made once: app/modules/checkout/short-sale.test.ts',
  '/admin/pos-sales short-called-off': 'likewise: the same tests',
  '/admin/credit end-reserve':
    'names the reserve, which ends once; sent again it changes nothing: app/modules/credit/reserves/reserves.test.ts',
  '/admin/credit ask': 'the same as /admin/orders ask, which has a row',
  '/admin/credit voucher-done':
    'names the voucher, which is marked once: app/modules/checkout/vouchers/vouchers.test.ts',
  '/admin/credit show-code': 'changes nothing; asked again it is another line of the log',
  '/admin/orders/:orderNumber/edit':
    'the form of /admin/orders/new, which has a row; sent twice it is told by its version: edit-order.test.ts',
  '/admin/orders pack-many':
    'the form of move-many, which has a row; sent again it is told what the first was told: tests/http/admin/repeats.test.ts',
  '/admin/orders parcel-send':
    'its form bears the id of the parcel, and sent again it is one: app/modules/orders/shipments/shipments.test.ts',
  '/admin/orders parcel-delivered':
    'a press as `move`, which has a row; sent again it has arrived already: the same tests',
  '/admin/orders parcel-waybill':
    'sent again it is noted already: app/modules/orders/shipments/shipments.test.ts',
  '/admin/orders parcel-back': 'likewise: sent again it is back already',
  '/admin/orders rider-link':
    'its press has a name, and sent again it is one link: app/modules/orders/parcels/rider-link.test.ts',
  '/admin/orders undo':
    'over after ten seconds, which no cut connection is back within: tests/http/admin/orders.test.ts',
  '/admin/import/pictures':
    'sent as a file of /admin/import is, which has a row; the same press takes a zip once: tests/http/imports/pictures.test.ts',
  '/admin/price-changes/new':
    'planned once by the name of its press, as products are saved, which have rows: app/modules/pricing/pricing.test.ts',
  '/admin/price-changes/:changeId':
    'ended once by the name of its press: app/modules/pricing/pricing.test.ts',
  '/admin/settings':
    'saved as banners are, which have rows; what it changes is the whole shop’s, which other rows read',
  '/admin/orders payout':
    'the same form as that of money that was sent, which has a row; again it is one payout: app/modules/refunds/payouts',
  '/admin/orders payout-end': 'the same form, an hour after the provider has lost a payout',
  '/admin/orders payout-ask':
    'asks the provider, as `ask`, which has a row; asked again, the log names it again',
  '/admin/orders payout-balance': 'asks the provider, and changes nothing',
  '/admin email-again':
    'sent again it is in the queue already: app/modules/reports/handle-failed-email.test.ts',
  '/admin email-aside': 'likewise: sent again it is set aside already',
  '/admin/first-steps try-keys':
    'leads to the provider’s page as a checkout does, which has a row; another press opens another: tests/http/reports/first-steps.test.ts',
  '/admin/first-steps ask-keys': 'asks the provider, and changes nothing when it is asked again',
  '/admin/first-steps hide': 'a cookie of this browser',
  '/404': NO_FORM,
  '/*': NO_FORM,
  '/events': NO_FORM,
  '/payments/return/:reference': NO_FORM,
  '/api/*': PROGRAMS,
  '/api/auth/*': PROGRAMS,
  '/api/products': NO_FORM,
  '/api/products/:slug': NO_FORM,
  '/api/categories': NO_FORM,
  '/api/banners': NO_FORM,
  '/api/openapi.json': NO_FORM,
  '/api/cart/:id?': PROGRAMS,
  '/api/orders/:orderNumber?': PROGRAMS,
  '/functions/process-payment': PROGRAMS,
  '/webhooks/paychangu': 'the provider sends it again until it is answered: tests/http/payments',
  '/admin/pictures':
    'an upload has a list of its own: the tests of pictures in tests/e2e/admin/connection.spec.ts',
  '/admin/pos/device': TILL,
  '/admin/pos/tills': TILL,
  '/admin/pos/tills/:tillId': TILL,
  '/admin/pos/numbers': TILL,
  '/admin/pos/upload': TILL,
  '/admin/pos/here': TILL,
  '/admin/pos/check': TILL,
  '/admin/pos/parcels': TILL,
  '/admin/pos/returns': TILL,
  '/admin/pos/pin': TILL,
  '/admin/pos/approve': TILL,
  '/admin/pos/credit': TILL,
  '/admin/pos/sales/:saleNumber/:act': TILL,
}

/** `/cart remove`, or only the address when it does one act. */
const acts = listActs().flatMap(({ path, intents }) =>
  (BESIDE[path] ?? (intents.length > 0 ? intents : [''])).map((intent) =>
    intent ? `${path} ${intent}` : path,
  ),
)

test('every act of the shop and the back office is tried with the connection cut, or has a reason why not', () => {
  expect(acts.length).toBeGreaterThan(120)
  const tried = new Set([...rowActs, ...Object.keys(EXCEPTIONS)])
  expect(acts.filter((act) => !tried.has(act))).toEqual([])
})

test('every row of a cut connection, and every exception, names an existing act', () => {
  expect(rowActs.length).toBeGreaterThan(100)
  expect(rowActs.filter((act) => !acts.includes(act))).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter((act) => !acts.includes(act))).toEqual([])
  expect(rowActs.filter((act) => Object.hasOwn(EXCEPTIONS, act))).toEqual([])
})

test('an address whose acts a field other than the intent distinguishes lists every intent of its code', () => {
  const hidden = listActs().flatMap(({ path, intents }) =>
    NEIGHBOURS.includes(path)
      ? []
      : intents.filter((intent) => !(BESIDE[path] ?? intents).includes(intent)),
  )
  expect(hidden).toEqual([])
})
