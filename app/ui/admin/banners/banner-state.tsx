import type { BannerState } from '../../../rules/banners/banners.ts'
import { badgesOf } from '../badge.tsx'

export const STATE_WORDS: Record<BannerState, string> = {
  active: 'Active',
  waiting: 'Waiting',
  ended: 'Ended',
  inactive: 'Inactive',
}

export const StateBadge = badgesOf<BannerState>({
  active: ['good', STATE_WORDS.active],
  waiting: ['busy', STATE_WORDS.waiting],
  ended: ['warm', STATE_WORDS.ended],
  inactive: ['plain', STATE_WORDS.inactive],
})
