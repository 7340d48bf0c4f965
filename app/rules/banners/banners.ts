import type { PictureSource } from '../media/pictures.ts'

/** The texts of a banner. */
export type BannerTexts = {
  title: string
  subtitle: string | null
  description: string | null
  buttonText: string | null
  linkUrl: string | null
}

export type ShownBanner = BannerTexts & {
  id: string
  /** ISO time from which the banner is shown; null for at once. */
  startsAt: string | null
  /** ISO time at which the countdown ends. */
  endsAt: string | null
  picture: PictureSource | null
}

export type BannerState = 'active' | 'waiting' | 'ended' | 'inactive'

/** Whether visitors see a banner now, not yet, no longer, or not at all because it is switched off. */
export function bannerState(
  banner: { isActive: boolean; startsAt: Date | null; endsAt: Date | null },
  now: Date,
): BannerState {
  if (!banner.isActive) return 'inactive'
  if (banner.endsAt && banner.endsAt <= now) return 'ended'
  return banner.startsAt && banner.startsAt > now ? 'waiting' : 'active'
}

/** A banner with the address that its button leads to. */
export type LinkedBanner = ShownBanner & { link: string }

/** Where the countdown starts when a banner has no end (docs/product.md, Banners), in seconds. */
export const COUNTDOWN_SECONDS = 86_400

/** Seconds left on a banner's countdown, never below 0: to its end, or of a day since `startedAt` (ms). */
export const secondsLeft = (endsAt: string | null, startedAt: number, now: number) =>
  Math.max(
    0,
    endsAt
      ? Math.floor((Date.parse(endsAt) - now) / 1000)
      : COUNTDOWN_SECONDS - Math.floor((now - startedAt) / 1000),
  )

/** `HH:MM:SS`; hours above 99 keep all their digits. */
export const formatCountdown = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Where a banner's button leads: its own link when that is a path or a web address, else the products. */
export function bannerLink(linkUrl: string | null) {
  const link = linkUrl?.trim() ?? ''
  // Browsers drop tabs and line breaks, so `/`, a tab and `/host` would lead to another site.
  if (/\p{Cc}/u.test(link)) return '/#products'
  if (/^\/(?![/\\])/.test(link) || /^https?:\/\//i.test(link)) return link
  return /^#[\w-]+$/.test(link) ? `/${link}` : '/#products'
}
