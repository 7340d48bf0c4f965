import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { PhoneBar } from './phone-bar.tsx'

test('the bottom bar on a phone has the daily screens, in the order of the day, and the others under More', () => {
  const Page = createRoutesStub([
    { path: '/admin/orders', Component: () => <PhoneBar name="Chisomo" version="1.0.0" /> },
  ])
  const markup = renderToStaticMarkup(<Page initialEntries={['/admin/orders']} />)
  const bar = /<nav aria-label="Daily".*?<\/summary>/s.exec(markup)?.[0] ?? ''
  const entries = [...bar.matchAll(/<(a|summary)([^>]*)>(.*?)<\/\1>/gs)].map(
    ([, , attributes = '', text = '']) => [
      text.replace(/<svg.*?<\/svg>|<span class="sr-only">.*?<\/span>|<[^>]*>/gs, '').trim(),
      /href="([^"]*)"/.exec(attributes)?.[1],
      attributes.includes('aria-current="page"'),
    ],
  )
  expect(entries).toEqual([
    ['Today', '/admin', false],
    ['Orders', '/admin/orders', true],
    ['Products', '/admin/products', false],
    ['Sell', '/admin/pos', false],
    ['More', undefined, false],
  ])
})
