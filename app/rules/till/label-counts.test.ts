import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addressOfLabels,
  cutLabels,
  MOST_LABEL_VARIANTS,
  readLabelCounts,
  withoutLabels,
} from './label-counts.ts'

const hashOf = (address: string) => new URL(address, 'http://shop').hash

test('labels that the back office requests from a till are read back from the URL', () => {
  const asked = new Map(
    [...Array(MOST_LABEL_VARIANTS)].map((_, n) => [randomUUID(), n + 1] as const),
  )
  const address = addressOfLabels(asked)
  expect(address.length).toBeLessThan(3000)
  expect(readLabelCounts(hashOf(address))).toEqual(asked)
})

test('labels of more variants than a URL may have are left out', () => {
  const asked = [...Array(MOST_LABEL_VARIANTS + 1)].map(() => [randomUUID(), 1] as const)
  expect([...readLabelCounts(hashOf(addressOfLabels(new Map(asked))))]).toEqual(asked.slice(0, -1))
})

test.each([
  '',
  '#x',
  '#labels=',
  '#labels=%00',
  '#labels=abc-1',
  `#labels=${'a'.repeat(32)}-0`,
  `#papers=${'a'.repeat(32)}-1`,
  `#labels=a${'a'.repeat(32)}-1`,
  `#labels=${'a'.repeat(32)}-10000`,
])('the URL %s requests no labels', (hash) => expect(readLabelCounts(hash).size).toBe(0))

test('more labels than a till prints at once are printed in turns', () => {
  const asked = new Map([
    ['a', 40],
    ['b', 30],
  ])
  const first = cutLabels(asked, 50)
  expect([...first]).toEqual([
    ['a', 40],
    ['b', 10],
  ])
  const left = withoutLabels(asked, first)
  expect([...left]).toEqual([['b', 20]])
  expect(withoutLabels(left, cutLabels(left, 50)).size).toBe(0)
})
