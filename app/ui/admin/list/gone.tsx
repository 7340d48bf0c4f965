import { generalRefusals } from '../../../rules/messages/general.ts'

/** The entry that the address opens does not exist: it was deleted, or never created. */
export const Gone = () => (
  <p role="alert" className="mb-3 rounded-card bg-clay-wash p-3 font-semibold">
    {generalRefusals['not-found'].description}
  </p>
)
