import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Folded } from './section.tsx'

test('a folded section can be opened in browsers that do not render closed details', () => {
  const html = renderToStaticMarkup(
    <Folded title="Code" id="code" isOpen={false}>
      Type it
    </Folded>,
  )
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, text = '']) => text.split(' '))
  const takenAway = classes.filter((name) => /(^|:)(pointer-events-none|hidden)$/.test(name))
  expect(takenAway).toHaveLength(2)
  for (const name of takenAway) expect(name).toContain('supports-[selector(::details-content)]:')
})
