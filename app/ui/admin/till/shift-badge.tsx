import { varianceWords } from '../../../rules/messages/till/words.ts'
import { Badge } from '../badge.tsx'

export const ShiftBadge = ({ isOpen }: { isOpen: boolean }) => (
  <Badge tone={isOpen ? 'busy' : 'plain'}>{isOpen ? 'Open' : 'Closed'}</Badge>
)

/** A missing amount is bad, a surplus is unusual; the words say which. */
export const VarianceBadge = ({ variance }: { variance: number }) => (
  <Badge tone={variance === 0 ? 'good' : variance < 0 ? 'bad' : 'warm'}>
    {varianceWords(variance)}
  </Badge>
)
