import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type RefusedAt, ReturnFormLine } from './return-form-line.tsx'

const line = {
  id: 'a',
  name: 'Linen Dress',
  left: 1,
  choices: [{ variantId: 'large', size: 'L', color: null }],
}
const marked = (at: RefusedAt, chosen: string | null) => {
  const typed = { lineId: 'a', units: 1, chosen }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ReturnFormLine
        line={line as never}
        typed={typed}
        isAlone={false}
        refused={{ at, by: 'why' }}
      />
    </MemoryRouter>,
  )
  return /<select[^>]*aria-invalid="true"/.test(html)
}

test('units without a size must be chosen again, the others of the line keep theirs', () => {
  expect([marked('unchosen', null), marked('unchosen', 'large')]).toEqual([true, false])
  expect([marked('chosen', 'large'), marked('units', null)]).toEqual([true, false])
})
