import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Fragment } from './fragment.ts'
import './fragment-cache.server.ts'

const Stars = ({ name }: { name: string }) => createElement('b', { title: name }, name)

test('a cached fragment has the same content in one-byte characters', () => {
  const html = renderToString(
    createElement(Fragment<{ name: string }>, {
      as: 'li',
      part: Stars,
      props: { name: '★ é 👗 &' },
    }),
  )
  expect(html).toBe('<li><b title="&#9733; é &#128087; &amp;">&#9733; é &#128087; &amp;</b></li>')
})
