import type { GroupValues } from './groups.ts'
import type { Snapshot } from './settings.ts'

/** The sites with a field of their own. */
export const SITES = { facebook: 'Facebook', instagram: 'Instagram', tiktok: 'TikTok' } as const

/** Combines the groups into one snapshot. */
export function snapshotOf(revision: string, groups: GroupValues): Snapshot {
  const { contact, texts, policy, limits, staff, areas, couriers, calendar } = groups
  const { facebook, instagram, tiktok, otherPages, ...rest } = contact
  const supportPhone = contact.supportPhone || (contact.phones[0] ?? '')
  const social = Object.entries({ facebook, instagram, tiktok }).flatMap(([site, url]) =>
    url ? [{ name: SITES[site as keyof typeof SITES], url }] : [],
  )
  return {
    revision,
    shop: { ...rest, supportPhone, social: [...social, ...otherPages], ...texts, ...policy },
    limits,
    staff,
    delivery: { ...couriers, areas, calendar },
  }
}
