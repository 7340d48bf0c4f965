import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DeliveryLine } from './delivery-line.tsx'

test('the chosen district is selected in its list, even if no courier delivers there', () => {
  const ways = [{ districts: ['Balaka', 'Zomba'], price: 2000, days: 'Wed' }]
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <DeliveryLine offer={{ district: 'Mzuzu', ways }} isFree={false} />
    </MemoryRouter>,
  )
  expect(html).toContain('No courier goes to Mzuzu at the moment.')
  const options = [...html.matchAll(/<option([^>]*)>([^<]*)/g)]
  expect(options.map(([, , district]) => district)).toEqual(['Balaka', 'Mzuzu', 'Zomba'])
  const selected = options.filter(([, mark]) => mark?.includes('selected'))
  expect(selected.map(([, , district]) => district)).toEqual(['Mzuzu'])
})
