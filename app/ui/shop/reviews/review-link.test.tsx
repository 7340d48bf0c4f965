import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ReviewLink } from './review-link.tsx'

const shown = (...lines: (readonly [slug: string | null, isReviewed: boolean])[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ReviewLink lines={lines.map(([slug, isReviewed]) => ({ slug, isReviewed })) as never} />
    </MemoryRouter>,
  )
const linkOf = (html: string) =>
  /href="([^"]*)"[^>]*>([^<]*)</.exec(html)?.slice(1, 3).join(' ') ?? null

test('an order links to the product without a review, otherwise to the written reviews', () => {
  expect(linkOf(shown(['scarf', false], ['scarf', false]))).toBe(
    '/reviews/new/scarf Write a review',
  )
  expect(linkOf(shown(['scarf', true], ['skirt', false]))).toBe('/reviews/new/skirt Write a review')
  expect(linkOf(shown(['scarf', false], ['skirt', false]))).toBe('/reviews/new Write a review')
  expect(linkOf(shown(['scarf', true]))).toBe('/reviews/new/scarf Your review')
  expect(linkOf(shown(['scarf', true], ['skirt', true]))).toBe('/reviews/new Your reviews')
})

test('an order asks for no review of a product that no longer exists', () => {
  expect(linkOf(shown(['scarf', true], [null, false]))).toBe('/reviews/new/scarf Your review')
  expect(shown([null, false])).toBe('')
})
