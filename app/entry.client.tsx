import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { adoptSnapshot, type Snapshot } from './rules/settings/settings.ts'

const written = document.querySelector('#settings')?.textContent
if (written) adoptSnapshot(JSON.parse(written) as Snapshot)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
