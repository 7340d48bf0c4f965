import { varianceWords } from '../../../rules/messages/till/words.ts'
import { Badge } from '../badge.tsx'

export const ShiftBadge = ({ isOpen }: { isOpen: boolean }) => (
  <Badge tone={isOpen ? 'busy' : 'plain'}>{isOpen ? 'Open' : 'Closed'}</Badge>
)

/** Too little is bad, too much is odd; the words say which. */
export const VarianceBadge = ({ variance }: { variance: number }) => (
  <Badge tone={variance === 0 ? 'good' : variance < 0 ? 'bad' : 'warm'}>
    {varianceWords(variance)}
  </Badge>
)
