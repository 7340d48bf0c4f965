import { expect, test } from 'vitest'
import { anAdmin } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { MOST_SENTENCES } from '../../../rules/orders/ready-sentences.ts'
import { deleteSentence, keepSentence, listSentences } from './ready-sentences.ts'

const shop = useShop()

test('a ready sentence is saved by name, replaced by the same name, and deleted', async () => {
  const admin = await anAdmin(shop)
  const keep = (name: string, text: string) => keepSentence(shop.db, admin, { name, text })
  expect(await keep(' On  its way ', 'Hello {name}')).toEqual({ ok: true })
  expect(await keep('on its WAY', '{order} is on its way')).toEqual({ ok: true })
  const [kept] = await listSentences(shop.db)
  expect(kept).toMatchObject({ name: 'on its WAY', text: '{order} is on its way' })
  for (const [name, text] of [
    ['', 'x'],
    ['x', ''],
    ['x'.repeat(41), 'x'],
    ['x', 'x'.repeat(2001)],
  ] as const)
    expect(await keep(name, text)).toEqual({ ok: false, reason: 'sentence-bad' })
  for (const _ of [1, 2]) await deleteSentence(shop.db, admin, kept?.id ?? '')
  expect(await listSentences(shop.db)).toEqual([])
})

test('no more ready sentences are stored than the list shows', async () => {
  const admin = await anAdmin(shop)
  for (let n = 0; n < MOST_SENTENCES; n += 1)
    await keepSentence(shop.db, admin, { name: `No ${n}`, text: 'x' })
  expect(await keepSentence(shop.db, admin, { name: 'One more', text: 'x' })).toEqual({
    ok: false,
    reason: 'sentences-full',
  })
  expect(await keepSentence(shop.db, admin, { name: 'no 7', text: 'y' })).toEqual({ ok: true })
})
