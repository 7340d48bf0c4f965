import { LRUCache } from 'lru-cache'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Fragment, fragmentWith } from './fragment.ts'

type Props = { name: string }
const Card = ({ name }: Props) => createElement('b', null, name)
const Word = ({ name }: Props) => createElement('i', null, name)
const page = (name: string, part = Card) =>
  renderToString(
    createElement(Fragment<Props>, { as: 'li', className: 'card', part, props: { name } }),
  )

test('a fragment is rendered once for its properties, anew for others, and again after its eviction', () => {
  expect(page('Dress')).toBe('<li class="card"><b>Dress</b></li>')
  const draw = vi.fn(renderToString)
  fragmentWith(draw, new LRUCache({ max: 2 }))
  expect(page('Dress')).toBe('<li class="card"><b>Dress</b></li>')
  expect(page('Dress')).toBe('<li class="card"><b>Dress</b></li>')
  expect(draw).toHaveBeenCalledTimes(1)
  expect(page('Shirt')).toBe('<li class="card"><b>Shirt</b></li>')
  expect(page('Shirt', Word)).toBe('<li class="card"><i>Shirt</i></li>')
  expect(draw).toHaveBeenCalledTimes(3)
  page('Dress')
  expect(draw).toHaveBeenCalledTimes(4)
})
