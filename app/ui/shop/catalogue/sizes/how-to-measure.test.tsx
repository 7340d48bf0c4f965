import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SIZE_TABLES } from '../../../../rules/catalogue/size-tables.ts'
import { HowToMeasure } from './how-to-measure.tsx'

test('every body measurement of a size table is explained', () => {
  const html = renderToStaticMarkup(<HowToMeasure ofFeet={false} />)
  const measures = SIZE_TABLES.flatMap((table) => table.measures)
  const unexplained = measures.filter((one) => one !== 'Foot' && !html.includes(`>${one}:<`))
  expect(unexplained).toEqual([])
  expect(renderToStaticMarkup(<HowToMeasure ofFeet />)).toContain('foot')
})
