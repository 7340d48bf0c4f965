import { useLayoutEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Icon } from '../../../kit/icon.tsx'
import { Toaster } from '../../../kit/toaster.tsx'
import { closeByBack, useBackCloses } from '../../use-back-closes.ts'
import { SearchButton, SearchField } from './search-field.tsx'
import SearchResults from './search-results.tsx'
import { reportMissed } from './use-search.ts'

/** Full-screen search on phones. The browser's dialog keeps the focus inside and returns it. */
export default function SearchOverlay({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [missed, setMissed] = useState('')
  useBackCloses(leave)

  function leave() {
    reportMissed(missed)
    onClose()
  }

  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    input.current?.focus()
    // Otherwise the browser uses the first Escape to empty the field.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      closeByBack()
    }
    box?.addEventListener('keydown', escape)
    return () => {
      box?.removeEventListener('keydown', escape)
      box?.close()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        closeByBack()
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-paper text-ink open:flex"
    >
      <search className="relative">
        <Form
          action="/products"
          replace
          onSubmit={onClose}
          className="flex items-center gap-2 border-b border-line p-2"
        >
          <button
            type="button"
            aria-label="Close search"
            onClick={closeByBack}
            className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-sand"
          >
            <Icon name="close" />
          </button>
          <SearchField
            ref={input}
            autoComplete="off"
            enterKeyHint="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="grow rounded-card px-3"
          />
          <SearchButton className="rounded-card px-3" />
        </Form>
        <Toaster toast={null} />
      </search>
      <div className="grow overflow-y-auto overscroll-contain px-4 pt-4 pb-8">
        <SearchResults
          text={text}
          onPick={(word) => {
            setText(word)
            input.current?.focus()
          }}
          onLeave={leave}
          onMissed={setMissed}
          replace
        />
      </div>
    </dialog>
  )
}
