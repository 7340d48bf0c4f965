import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { drawnOnce, drawWith } from './drawn.ts'

test('a part is drawn once for its key, anew for another, and the oldest make room', () => {
  expect(drawnOnce('before', createElement('b'))).toBeUndefined()
  const draw = vi.fn(renderToString)
  drawWith(draw)
  const part = (name: string) => createElement('b', null, name)
  expect(drawnOnce('a', part('Dress'))).toEqual({ __html: '<b>Dress</b>' })
  expect(drawnOnce('a', part('Dress'))).toEqual({ __html: '<b>Dress</b>' })
  expect(draw).toHaveBeenCalledTimes(1)
  expect(drawnOnce('b', part('Shirt'))).toEqual({ __html: '<b>Shirt</b>' })
  for (let n = 0; n < 1_000; n += 1) drawnOnce(`more ${n}`, part('Belt'))
  expect(draw).toHaveBeenCalledTimes(1_002)
  drawnOnce('a', part('Dress'))
  expect(draw).toHaveBeenCalledTimes(1_003)
})
