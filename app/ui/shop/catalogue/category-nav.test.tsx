import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fragmentWith } from '../../../web/render/fragment.ts'
import { CategoryNav } from './category-nav.tsx'

test('the row of categories is rendered once for any number of invented URLs', () => {
  const draw = vi.fn(renderToString)
  fragmentWith(draw, new Map())
  const at = (path: string) =>
    renderToString(
      <MemoryRouter initialEntries={[path]}>
        <CategoryNav categories={[{ name: 'Dresses', slug: 'dresses', children: [] }]} />
      </MemoryRouter>,
    )
  for (const path of ['/', '/made-up', '/category/made-up', '/products/x', '/a?b'])
    expect(at(path)).not.toContain('aria-current')
  expect(draw).toHaveBeenCalledTimes(1)
  expect(at('/category/dresses')).toContain('aria-current="page"')
  expect(at('/products')).toContain('aria-current="page"')
  expect(draw).toHaveBeenCalledTimes(3)
})
