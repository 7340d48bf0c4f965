import { writeLocalTime } from '../local-time.ts'
import type { BannerState, BannerTexts } from './banners.ts'

/** In the order of the list's filter. */
export const BANNER_STATES = [
  'active',
  'waiting',
  'ended',
  'inactive',
] as const satisfies BannerState[]

/** What a banner's form holds, as text. */
export type BannerValues = Record<
  | 'title'
  | 'subtitle'
  | 'description'
  | 'buttonText'
  | 'linkUrl'
  | 'position'
  | 'startsAt'
  | 'endsAt'
  | 'pictureId'
  | 'isActive',
  string
>
export type BannerErrors = Partial<Record<keyof BannerValues, string>>

/** The longest that each text of a banner may be: the hero has room for no more. */
export const BANNER_LONGEST = {
  title: 100,
  subtitle: 100,
  description: 400,
  buttonText: 40,
  linkUrl: 500,
}

type StoredBanner = BannerTexts & {
  position: number
  startsAt: Date | null
  endsAt: Date | null
  isActive: boolean
  picture: { id: string } | null
}

/** A banner as its form shows it; null is a new one. */
export const bannerValues = (banner: StoredBanner | null): BannerValues => ({
  title: banner?.title ?? '',
  subtitle: banner?.subtitle ?? '',
  description: banner?.description ?? '',
  buttonText: banner?.buttonText ?? '',
  linkUrl: banner?.linkUrl ?? '',
  position: banner ? String(banner.position) : '',
  startsAt: writeLocalTime(banner?.startsAt ?? null),
  endsAt: writeLocalTime(banner?.endsAt ?? null),
  pictureId: banner?.picture?.id ?? '',
  isActive: String(banner?.isActive ?? true),
})
