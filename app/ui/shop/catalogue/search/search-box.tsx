import {
  type ComponentType,
  createElement,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Form, useLocation, useSearchParams } from 'react-router'
import { notifyNoConnection } from '../../../../web/render/connection.ts'
import { ask } from '../../../kit/browser/retry.ts'
import { Icon } from '../../../kit/icon.tsx'
import { SearchButton, SearchField } from './search-field.tsx'

// Both are loaded with the first use, because most visits never search.
const fetchResults = () => import('./search-results.tsx')
const fetchOverlay = () => import('./search-overlay.tsx')

/** Renders a component that is loaded when it is needed. */
function SearchForm<P extends object>({
  fetchPart,
  onLost,
  props,
}: {
  fetchPart: () => Promise<{ default: ComponentType<P> }>
  onLost: () => void
  props: P
}) {
  const [part, setPart] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    ask(fetchPart).then((file) => setPart(() => file.default), onLost)
  }, [fetchPart, onLost])
  return part && createElement(part, props)
}

/** Closes the panel below a box on Escape, or when the focus or a press goes elsewhere. */
function useLeave(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (event instanceof KeyboardEvent && !isEscape) return
      if (isEscape) box.current?.querySelector('input')?.focus()
      else if (box.current?.contains(event.target as Node)) return
      close()
    }
    const events = ['pointerdown', 'focusin', 'keydown'] as const
    for (const name of events) document.addEventListener(name, leave)
    return () => {
      for (const name of events) document.removeEventListener(name, leave)
    }
  }, [box, isOpen, close])
}

/** The search box of desktops: a form, with live results below it once scripts run. */
export function SearchBox() {
  const [params] = useSearchParams()
  const asked = params.get('search') ?? ''
  const [text, setText] = useState(asked)
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { key } = useLocation()
  const [place, setPlace] = useState(key)
  const close = useCallback(() => setOpen(false), [])
  useLeave(box, isOpen, close)

  // On another page: closed, and showing the search of that page.
  if (place !== key) {
    setPlace(key)
    setOpen(false)
    setText(asked)
  }
  useEffect(() => {
    // Takes over what was typed before the scripts arrived.
    const typed = input.current?.value
    if (typed) setText(typed)
  }, [])

  return (
    <div ref={box} className="relative mr-auto max-w-xl grow max-md:hidden">
      <search>
        <Form action="/products" className="flex" onSubmit={close}>
          <SearchField
            ref={input}
            placeholder="Search dresses, shoes, bags"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setOpen(true)
            }}
            onFocus={() => setOpen(!text || text !== asked)}
            className="w-full rounded-l-card border-r-0 px-4"
          />
          <SearchButton className="rounded-r-card px-4" />
        </Form>
      </search>
      {isOpen ? (
        <div className="absolute inset-x-0 top-full z-30 mt-2 max-h-[70dvh] overflow-y-auto rounded-card bg-sheet p-4 shadow-float">
          {/* When it does not load, the box is still a form. */}
          <SearchForm
            fetchPart={fetchResults}
            onLost={close}
            props={{
              text,
              onPick: (word: string) => {
                setText(word)
                input.current?.focus()
              },
              onLeave: close,
            }}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Search on phones: opens the overlay; without scripts, leads to the products, where the box is. */
export function SearchLink() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const lose = useCallback(() => {
    notifyNoConnection()
    close()
  }, [close])
  return (
    <>
      <a
        href="/products#search"
        data-held=""
        aria-label="Search"
        aria-haspopup="dialog"
        className="grid size-[44px] place-items-center rounded-card hover:bg-sand md:hidden"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Icon name="search" />
      </a>
      {isOpen ? (
        <SearchForm fetchPart={fetchOverlay} onLost={lose} props={{ onClose: close }} />
      ) : null}
    </>
  )
}
