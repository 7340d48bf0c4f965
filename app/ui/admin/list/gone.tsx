import { generalRefusals } from '../../../rules/messages/general.ts'

/** What the address wanted to open is not there: deleted meanwhile, or never made. */
export const Gone = () => (
  <p role="alert" className="mb-3 rounded-card bg-clay-wash p-3 font-semibold">
    {generalRefusals['not-found'].description}
  </p>
)
