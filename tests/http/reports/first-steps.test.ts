import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { auditLog, keyTrials, savedSettings } from '../../../app/db/tables.server.ts'
import { findGroup } from '../../../app/modules/settings/list-settings.ts'
import { saveSettings } from '../../../app/modules/settings/save-settings.ts'
import type { Verdict } from '../../../app/platform/payments/payments.server.ts'
import type { ShopCourier } from '../../../app/rules/settings/delivery-groups.ts'
import type { GroupValues, SettingGroup } from '../../../app/rules/settings/groups.ts'
import { PICKUP_ID } from '../../../app/shop.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPendingOrder, aProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp({ SAMPLE_SHOP: 'off', PAYMENTS: 'sandbox' })
// The rows of migrations stay between tests.
afterEach(async () => {
  await app.shop.db.update(savedSettings).set({ values: null, version: 1 })
  await app.shop.settings.refresh()
})

const STEPS = '/admin/first-steps'
/** The number of finished steps that the dashboard shows; null when it shows no steps. */
const doneOn = async (who: SignedIn) => {
  const { html } = await who.open('/admin')
  const found = /To your first sale: (\d) of 6/.exec(html.replaceAll('<!-- -->', ''))
  return found ? Number(found[1]) : null
}
async function saveAsItIs(owner: SignedIn, group: SettingGroup) {
  const actor = { userId: owner.userId, role: 'super_admin' as const, ip: '10.0.0.1' }
  const seen = await findGroup(app.shop.db, group)
  await saveSettings(app.shop, actor, group, seen, (values) => ({ ok: true, values }))
}

test('an empty shop leads its owner to the first sale: each step is done when the shop has it, and then the guide is gone', async () => {
  const owner = await app.signIn('super_admin')
  expect(await doneOn(owner)).toBe(0)
  expect(await doneOn(await app.signIn('admin'))).toBeNull()
  const { html } = await owner.open('/admin')
  const steps = html.split('To your first sale')[1]?.split('</section>')[0] ?? ''
  for (const to of [
    '/admin/settings?section=contact',
    '/admin/settings?section=couriers',
    '/admin/add-product',
    STEPS,
    '/admin/pos',
  ]) {
    expect(steps).toContain(`href="${to}"`)
    expect((await owner.open(to)).status).toBe(200)
  }

  await saveAsItIs(owner, 'contact')
  expect(await doneOn(owner)).toBe(1)
  await saveAsItIs(owner, 'couriers')
  expect(await doneOn(owner)).toBe(2)
  const dress = await aProduct(app.shop, { price: 20_000, stock: 5 })
  expect(await doneOn(owner)).toBe(3)

  const page = (await owner.post(STEPS, { intent: 'try-keys' })).headers.get('location') ?? ''
  expect(page).toContain('/sandbox/pay/')
  expect((await owner.open(STEPS)).html).toContain('nothing was paid on it yet')
  expect(await doneOn(owner)).toBe(3)
  const { pathname } = new URL(page)
  const back = await owner.post(pathname, { decision: 'pay' })
  const found = await owner.open(back)
  expect(found.path).toBe(STEPS)
  expect(found.html).toContain('The test payment went through')
  expect(await doneOn(owner)).toBe(4)
  expect(await app.shop.db.$count(auditLog, eq(auditLog.action, 'keys tried'))).toBe(1)

  const till = await aTill(owner)
  expect(await doneOn(owner)).toBe(5)
  await till.send(till.openShift, till.sale([aSoldLine(dress)]))
  expect(await doneOn(owner)).toBeNull()
  // The keys can be tried again at any time.
  expect((await owner.open(STEPS)).html).toContain('Try again')
})

test('the couriers are done only when pickup is off or at the place of the shop, once that is no longer the file’s', async () => {
  const owner = await app.signIn('super_admin')
  const actor = { userId: owner.userId, role: 'super_admin' as const, ip: '10.0.0.1' }
  const save = async <G extends SettingGroup>(
    group: G,
    change: (values: GroupValues[G]) => GroupValues[G],
  ) => {
    const seen = await findGroup(app.shop.db, group)
    await saveSettings(app.shop, actor, group, seen, (values) => ({
      ok: true,
      values: change(values),
    }))
  }
  const savePickup = (edit: Partial<ShopCourier>) =>
    save('couriers', ({ couriers }) => ({
      couriers: couriers.map((one) => (one.id === PICKUP_ID ? { ...one, ...edit } : one)),
    }))
  await save('contact', (values) => ({ ...values, name: 'Thandi’s', address: ['Shop 2, Limbe'] }))
  await savePickup({})
  expect(await doneOn(owner)).toBe(1)
  const list = await owner.open('/admin/settings?section=couriers')
  expect(list.html.replaceAll('<!-- -->', '')).toContain('MK\u00a00, Zovala, Shop 14, Chichiri')
  await savePickup({ isActive: false })
  expect(await doneOn(owner)).toBe(2)
  await savePickup({ isActive: true })
  expect(await doneOn(owner)).toBe(1)
  await savePickup({ depots: { Blantyre: [['Thandi’s', 'Shop 2', 'Limbe']] } })
  expect(await doneOn(owner)).toBe(2)
})

test('waiting work comes before the guide, also on a phone; without any, the guide comes first', async () => {
  const owner = await app.signIn('super_admin')
  const parts = async () => {
    const { html } = await owner.open('/admin')
    return [...html.matchAll(/To your first sale|aria-label="What waits"/g)].map(([part]) => part)
  }
  expect(await parts()).toEqual(['To your first sale', 'aria-label="What waits"'])
  const dress = await aProduct(app.shop, { price: 20_000, stock: 5 })
  await aPendingOrder(app.shop, (await app.signIn()).userId, [{ product: dress }])
  expect(await parts()).toEqual(['aria-label="What waits"', 'To your first sale'])
})

test('the guide is hidden on a browser, and stays for the owner’s others', async () => {
  const owner = await app.signIn('super_admin')
  const page = await owner.open(await owner.post(STEPS, { intent: 'hide' }))
  expect(page.path).toBe('/admin')
  expect(page.html).toContain('Hidden on this device')
  expect(await doneOn(owner)).toBeNull()
  const { userId, email } = owner
  expect(await doneOn(await app.signIn('super_admin', { userId, email }))).toBe(0)
  expect((await owner.open(STEPS)).html).toContain('To your first sale')
})

describe('with real keys the owner sees the result of a trial', () => {
  /** Makes the provider give these answers. */
  async function tryWith(
    opened: { ok: true } | { ok: false; reason: 'provider-refused' | 'provider-unreachable' },
    verdict: Verdict = {
      state: 'pending',
      report: { code: 'nothing-about-it', http: 200, words: null },
    },
  ) {
    const owner = await app.signIn('super_admin')
    const { shop } = app
    const { config } = shop
    shop.config = { ...config, payments: 'paychangu' }
    shop.payments = {
      ...shop.payments,
      name: 'paychangu',
      open: async ({ reference }) =>
        opened.ok
          ? { ok: true, checkoutUrl: `https://checkout.paychangu.com/${reference}` }
          : {
              ...opened,
              report: { code: 'provider-message', http: 401, words: 'Unauthenticated.' },
            },
      verify: async () => verdict,
      readWebhook: () => ({ ok: false, reason: 'bad-signature' }),
    }
    try {
      const { headers } = await owner.post(STEPS, { intent: 'try-keys' })
      const to = headers.get('location') ?? ''
      if (opened.ok) {
        expect(to).toMatch(/^https:\/\/checkout\.paychangu\.com\/zv-/)
        const back = await app.visit().fetch(`/payments/return/${to.split('/').at(-1)}`)
        expect(back.headers.get('location')).toBe(STEPS)
      }
      return (await owner.open(STEPS)).html
    } finally {
      shop.config = config
    }
  }
  const paid = (mode: 'live' | 'test', amount = 50): Verdict => ({
    state: 'paid',
    amount,
    currency: 'MWK',
    providerReference: '26262633201',
    channel: 'Mobile Money',
    mode,
  })

  test.each([
    [{ ok: false, reason: 'provider-refused' } as const, undefined, /HTTP 401: Unauthenticated/],
    [{ ok: false, reason: 'provider-unreachable' } as const, undefined, /gave no answer/],
    [{ ok: true } as const, undefined, /nothing was paid on it yet/],
    [{ ok: true } as const, paid('live'), /The keys work: the payment arrived/],
    [{ ok: true } as const, paid('test'), /These are test keys/],
    [{ ok: true } as const, paid('live', 40), /The payment service refused[^]*MWK 40 of MWK 50/],
  ])('%j, then %j', async (opened, verdict, words) => {
    expect(await tryWith(opened, verdict)).toMatch(words)
  })

  test('a trial that was paid stays paid, and counts in no report', async () => {
    await tryWith({ ok: true }, paid('live'))
    const [trial] = await app.shop.db.select().from(keyTrials)
    expect(trial).toMatchObject({ status: 'paid', amount: 50, provider: 'paychangu' })
  })
})

test('an admin cannot try keys, and a shop without keys says so', async () => {
  const admin = await app.signIn('admin')
  const refused = await admin.open(await admin.post(STEPS, { intent: 'try-keys' }))
  expect(refused.html).toContain('Only the owner of the shop')
  const { config } = app.shop
  app.shop.config = { ...config, payments: 'off' }
  const owner = await app.signIn('super_admin')
  expect((await owner.open(STEPS)).html).toContain('There are no payment keys')
  const off = await owner.open(await owner.post(STEPS, { intent: 'try-keys' }))
  expect(off.html).toContain('Online payment is off')
  app.shop.config = config
  expect(await app.shop.db.$count(keyTrials)).toBe(0)
})
