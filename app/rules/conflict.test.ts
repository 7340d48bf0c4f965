import { expect, test } from 'vitest'
import { mergeEdits, sideBySide } from './conflict.ts'

test('the conflict view shows both texts of the fields that differ', () => {
  const labels = { code: 'Code', value: 'Value' }
  expect(sideBySide(labels, { code: 'A', value: '10' }, { code: 'A', value: '20' })).toEqual([
    { label: 'Value', mine: '10', theirs: '20' },
  ])
  expect(sideBySide(labels, { code: 'A', value: '1' }, { code: 'A', value: '1' })).toEqual([])
})

test('each editor keeps their own changes; only fields changed differently by both conflict', () => {
  const loaded = { title: 'Sale', text: 'Old', link: '/a', place: '1' }
  const theirs = { title: 'Big sale', text: 'New', link: '/a', place: '2' }
  const mine = { title: 'Sale', text: 'Newest', link: '/b', place: '2' }
  expect(mergeEdits({ mine, theirs, loaded })).toEqual({
    merged: { title: 'Big sale', text: 'Newest', link: '/b', place: '2' },
    conflicting: ['text'],
  })
  expect(mergeEdits({ mine, theirs, loaded: null }).conflicting).toEqual(['title', 'text', 'link'])
})

test('one editor making a 10 % code 20 % and another making it kwacha do not merge to 20 kwacha', () => {
  const edits = {
    loaded: { type: 'percentage', value: '10' },
    theirs: { type: 'fixed', value: '10' },
    mine: { type: 'percentage', value: '20' },
  }
  expect(mergeEdits(edits, [['type', 'value']]).conflicting).toEqual(['type', 'value'])
})
