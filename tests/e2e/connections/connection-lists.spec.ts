import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE, SHOP } from '../../support/browse.ts'
import { test } from '../../support/connections/cut.ts'
import {
  type Act,
  button,
  counts,
  dialog,
  fills,
  holds,
  inDialog,
  inTurn,
  make,
  mark,
  named,
  numbers,
  search,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'
import { ask } from '../../support/product.ts'

// Small lists of the back office: size presets, saved filters, invitations, store credit codes. As in
// tests/e2e/admin/connection.spec.ts.
test.describe.configure({ mode: 'default' })

const preset = (name: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/size-presets', { intent: 'save', name, sizes: '36-42', isActive: 'true' })
const presetSwitch = (page: Page) => page.getByRole('switch', { name: named('Switched') })

/** A list that is searched for this word, which no record has. */
const searched = (word: string) => search('/admin/customers', named(word))
const filter = (name: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/saved-filters', {
    intent: 'save',
    path: '/admin/customers',
    query: String(new URLSearchParams({ search: named(name) })),
    name: named(name),
  })

const invited = (word: string) => `${word}-${mark}@example.com`
const invitation = (word: string) => async (admin: APIRequestContext) => {
  const form = { intent: 'invite', email: invited(word), role: 'cashier' }
  // Without a mail server the answer contains the link.
  const sent = await admin.post('/admin/staff', { headers: FROM_HERE, form })
  expect(sent.status()).toBe(200)
}

/** A code with a thousand kwacha. */
const code =
  (name: string, ...steps: string[]) =>
  async (admin: APIRequestContext) => {
    const credit = randomUUID()
    const form = { intent: 'issue', credit, kind: 'goodwill', amount: '1000', reason: named(name) }
    await make(admin, '/admin/credit', form)
    for (const intent of steps) await make(admin, '/admin/credit', { intent, credit, version: '1' })
    const path = `/admin/credit?credit=${credit}`
    numbers[name] = /Code … (\w{4})/.exec(await (await admin.get(path)).text())?.[1] ?? ''
    return path
  }

const ACTS: Record<string, Act> = {
  'a new preset of sizes': {
    act: '/admin/size-presets save',
    path: '/admin/size-presets?new',
    fill: inTurn(
      (page) => dialog(page).getByLabel('Name').fill(named('Shoes')),
      (page) => dialog(page).getByLabel('Sizes').fill('36-42'),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Sizes')).toHaveValue('36-42'),
    done: inTurn(shows('Preset saved'), counts(`Delete ${named('Shoes')}`, 1)),
    log: [named('Shoes'), 1],
  },
  'a preset’s switch': {
    act: '/admin/size-presets switch',
    prepare: preset(named('Switched')),
    path: '/admin/size-presets',
    send: (page) => presetSwitch(page).click(),
    done: (page) => expect(presetSwitch(page)).not.toBeChecked(),
    log: [named('Switched'), 1],
  },
  'a preset that is deleted': {
    act: '/admin/size-presets delete',
    prepare: preset(named('Hats')),
    path: '/admin/size-presets',
    fill: button(`Delete ${named('Hats')}`),
    send: inDialog('Delete preset'),
    done: inTurn(shows('Preset deleted'), counts(`Delete ${named('Hats')}`, 0)),
    log: [named('Hats'), 1],
  },
  'a filter that is saved': {
    act: '/admin/saved-filters save',
    path: searched('Saved'),
    fill: inTurn(
      (page) => page.getByText('Save this filter').click(),
      fills('Name', named('Saved')),
    ),
    send: button(/^Save$/),
    kept: holds('Name', named('Saved')),
    done: inTurn(shows('Filter saved'), (page) =>
      expect(page.getByRole('link', { name: named('Saved'), exact: true })).toHaveCount(1),
    ),
    // The log contains neither the filter's name nor its search.
    log: [named('Saved'), 0],
  },
  'a saved filter that is deleted': {
    act: '/admin/saved-filters delete',
    prepare: filter('Forgotten'),
    path: '/admin/saved-filters',
    send: button(`Delete ${named('Forgotten')}`),
    done: inTurn(shows('Filter deleted'), counts(`Delete ${named('Forgotten')}`, 0)),
    log: [named('Forgotten'), 0],
  },
  'an invitation to the staff': {
    act: '/admin/staff invite',
    path: '/admin/staff',
    fill: fills('Email of the new member of staff', invited('cashier')),
    send: button(/^Invite$/),
    kept: holds('Email of the new member of staff', invited('cashier')),
    // The link of the lost answer no longer works, and the page shows the new one.
    done: inTurn(
      shows(`${invited('cashier')} is invited to be cashier.`),
      counts(`Withdraw the invitation to ${invited('cashier')}…`, 1),
    ),
    log: [invited('cashier'), 2],
  },
  'an invitation that is withdrawn': {
    act: '/admin/staff withdraw',
    prepare: invitation('withdrawn'),
    path: '/admin/staff',
    fill: button(`Withdraw the invitation to ${invited('withdrawn')}…`),
    send: inDialog('Withdraw it'),
    done: inTurn(
      shows('Invitation withdrawn'),
      counts(`Withdraw the invitation to ${invited('withdrawn')}…`, 0),
    ),
    log: [invited('withdrawn'), 1],
  },
  'a code of store credit': {
    act: '/admin/credit issue',
    path: '/admin/credit',
    fill: inTurn(
      (page) => page.getByText('Issue a code…').click(),
      (page) => page.getByLabel('What it is').selectOption('goodwill'),
      fills('Amount in kwacha', '1000'),
      fills('Why', named('Issued')),
    ),
    send: button('Issue the code'),
    kept: holds('Why', named('Issued')),
    done: inTurn(shows(`“${named('Issued')}”`), async () =>
      expect(
        await ask(SHOP, `select 1 from credits where reason = '${named('Issued')}'`),
      ).toHaveLength(1),
    ),
    // The log contains only the last four characters.
    log: [named('Issued'), 0],
  },
  'a code that is blocked': {
    act: '/admin/credit block',
    prepare: code('Blocked'),
    send: button('Block it'),
    done: inTurn(shows('Store credit blocked'), counts('Allow it again', 1)),
    log: ['Blocked', 1],
  },
  'a code that is allowed again': {
    act: '/admin/credit unblock',
    prepare: code('Allowed', 'block'),
    send: button('Allow it again'),
    done: inTurn(shows('Store credit allowed again'), counts('Block it', 1)),
    log: ['Allowed', 1],
  },
}

tryActs(ACTS)
