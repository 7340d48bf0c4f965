import { expect, test } from 'vitest'
import { settingErrors } from '../messages/settings/settings.ts'
import { defaultGroups } from './default-settings.ts'
import { contactSchema, GROUP_SCHEMAS, policySchema, typedContactSchema } from './groups.ts'
import { snapshotOf } from './snapshot-of.ts'

const groups = defaultGroups()
const { contact, policy } = groups

/** The paths of what a schema refuses. */
const refused = (schema: typeof contactSchema | typeof policySchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

test('the shop’s page at another site has an address that begins with https, or none', () => {
  for (const [url, isPage] of [
    ['', true],
    ['https://www.facebook.com/zovala?x=1', true],
    ['http://www.facebook.com/zovala', false],
    ['see https://www.facebook.com/zovala', false],
    ['https://www.facebook.com/zovala shop', false],
    ['https://facebook', false],
    ['https:///facebook.com', false],
    ['facebook.com/zovala', false],
  ] as const) {
    expect(refused(contactSchema, { ...contact, facebook: url }), url).toEqual(
      isPage ? [] : ['facebook'],
    )
    const otherPages = [{ name: 'YouTube', url }]
    expect(refused(contactSchema, { ...contact, otherPages }).length > 0, url).toBe(
      url === '' || !isPage,
    )
  }
})

test('a contact’s numbers can be called; a stored one may be any number, and no other text', () => {
  for (const [phone, isTyped, isStored] of [
    ['+265 999 201 814', true, true],
    ['0999 201 81', false, true],
    ['call us', false, false],
  ] as const)
    for (const [change, path] of [
      [{ phones: [phone] }, 'phones.0'],
      [{ supportPhone: phone }, 'supportPhone'],
    ] as const) {
      expect(refused(typedContactSchema, { ...contact, ...change })).toEqual(isTyped ? [] : [path])
      expect(refused(contactSchema, { ...contact, ...change })).toEqual(isStored ? [] : [path])
    }
})

test('the support number is the first of the phones unless another one is set', () => {
  const [first = '', other = ''] = contact.phones
  for (const [typed, stored, shown] of [
    ['', '', first],
    [first, '', first],
    [other, other, other],
  ] as const) {
    const read = contactSchema.parse({ ...contact, supportPhone: typed })
    expect(read.supportPhone).toBe(stored)
    expect(snapshotOf('1', { ...groups, contact: read }).shop.supportPhone).toBe(shown)
  }
})

test('the shop shows its pages at other sites, and none for a site without one', () => {
  const pages = { facebook: '', instagram: 'https://i.example/z', tiktok: '' }
  const otherPages = [{ name: 'YouTube', url: 'https://y.example/z' }]
  const { shop, delivery } = snapshotOf('1', {
    ...groups,
    contact: { ...contact, ...pages, otherPages },
  })
  expect(shop.social).toEqual([{ name: 'Instagram', url: pages.instagram }, ...otherPages])
  const { areas, calendar } = groups
  expect(delivery).toEqual({ ...groups.couriers, areas, calendar })
})

test('the largest voucher on sale is no smaller than the smallest', () => {
  for (const [voucherFrom, voucherUpTo, paths] of [
    [5_000, 5_000, []],
    [5_000, 5_001, []],
    [5_000, 4_999, ['voucherUpTo']],
  ] as const)
    expect(refused(policySchema, { ...policy, voucherFrom, voucherUpTo })).toEqual(paths)
})

test('every refusal of a setting says what is right there', () => {
  const page = { name: 'YouTube', url: 'https://y.example/z' }
  for (const [group, change, message] of [
    ['contact', { name: 'n'.repeat(41) }, expect.stringContaining('40')],
    ['contact', { email: 'hello@' }, settingErrors['no-email']],
    ['contact', { facebook: 'facebook' }, settingErrors['no-address']],
    ['contact', { otherPages: [{ ...page, name: '' }] }, settingErrors['no-page']],
    ['contact', { otherPages: [{ ...page, url: '' }] }, settingErrors['no-page']],
    [
      'contact',
      { otherPages: Array.from({ length: 7 }, () => ({ ...page })) },
      settingErrors['too-many-lines']({ most: 6 }),
    ],
    ['contact', { phones: ['call us'] }, settingErrors['no-phone']({ typed: 'call us' })],
    ['policy', { returnsDays: 0 }, settingErrors['no-number']({ least: 1, most: 365 })],
    ['policy', { voucherFrom: 500, voucherUpTo: 499 }, settingErrors['below-smallest']],
    ...['five', 0.5, 5.5, 4.2].map(
      (rating) => ['policy', { placeholderRating: rating }, settingErrors['no-rating']] as const,
    ),
    ['staff', { eveningMessage: '{nothing}' }, settingErrors['no-placeholder']],
    ['staff', { labelPaper: 'a5' }, settingErrors['no-paper']],
  ] as const) {
    const read = GROUP_SCHEMAS[group].safeParse({ ...groups[group], ...change })
    expect(read.error?.issues[0]?.message, JSON.stringify(change)).toEqual(message)
  }
})
