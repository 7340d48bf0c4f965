import { renderToString } from 'react-dom/server'
import { MemoryRouter, Link as RouterLink } from 'react-router'
import { expect, test } from 'vitest'
import { Link } from './link.tsx'

test.each([
  { to: '/' },
  { to: '/product/dress?size=M#top', className: 'card', 'aria-current': 'page' as const },
  { to: '/cart', replace: true, preventScrollReset: true, state: { from: '/' } },
  { to: '/admin', reloadDocument: true },
  { to: '//elsewhere.example/x' },
  { to: 'https://elsewhere.example/' },
  { to: 'below?page=2' },
  { to: { pathname: '/auth', search: '?then=/cart' } },
])('a link to $to is rendered exactly like the router’s own', (props) => {
  const render = (Way: typeof RouterLink) =>
    renderToString(
      <MemoryRouter initialEntries={['/products']}>
        <Way {...props}>Words</Way>
      </MemoryRouter>,
    )
  const routersOwn = ((others) => <RouterLink discover="none" {...others} />) as typeof RouterLink
  expect(render(Link)).toBe(render(routersOwn))
})

test('a link within the shop needs no router around it, because fragments have none', () => {
  expect(renderToString(<Link to="/cart">Cart</Link>)).toBe('<a href="/cart">Cart</a>')
})
