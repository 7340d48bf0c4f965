import type { BannerState } from '../../../rules/banners/banners.ts'
import { Badge, type BadgeTone } from '../badge.tsx'

export const STATE_WORDS: Record<BannerState, string> = {
  active: 'Active',
  waiting: 'Waiting',
  ended: 'Ended',
  inactive: 'Inactive',
}
const TONES: Record<BannerState, BadgeTone> = {
  active: 'good',
  waiting: 'busy',
  ended: 'warm',
  inactive: 'plain',
}

export const StateBadge = ({ state }: { state: BannerState }) => (
  <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
)
