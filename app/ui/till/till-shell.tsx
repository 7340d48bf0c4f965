import type { ReactNode } from 'react'
import { settings } from '../../rules/settings/settings.ts'

/** Shown before anything is known, and part of the document itself, so it holds nobody's data. */
export const TillShell = ({ children }: { children: ReactNode }) => (
  <div className="till grid h-dvh grid-rows-[auto_1fr] bg-paper">
    <header className="on-dark bg-night text-paper">
      <p className="px-4 py-2 font-display text-2xl leading-10">{settings().name}</p>
      <div aria-hidden className="cloth-hairline" />
    </header>
    <main id="main" className="cloth-shells grid place-items-center p-4">
      <h1 className="sr-only">Point of Sale</h1>
      <p className="rounded-card bg-sheet px-8 py-6 text-lg">{children}</p>
    </main>
  </div>
)
