import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { SignedIn } from './screen-links.tsx'

// An `opacity` class of its own overrules the rule for pressed elements (pressed.css).
test('the links below the list of screens change visibly when pressed, although they are paler than the others', () => {
  const Page = createRoutesStub([
    { path: '/', Component: () => <SignedIn name="Chisomo" version="1.0.0" /> },
  ])
  const pressed = [
    ...renderToStaticMarkup(<Page />).matchAll(/<(?:a|button) [^>]*class="([^"]*)"/g),
  ]
  expect(pressed).toHaveLength(3)
  const pale = pressed
    .map(([, text = '']) => text.split(' '))
    .filter((all) => all.includes('opacity-80'))
  expect(pale).toHaveLength(1)
  for (const classes of pale) expect(classes).toContain('active:opacity-60')
})
