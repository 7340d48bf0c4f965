import { writeLocalTime } from '../local-time.ts'
import type { BannerState, BannerTexts } from './banners.ts'

/** The states of a banner, in the order of the list's filter. */
export const BANNER_STATES = [
  'active',
  'waiting',
  'ended',
  'inactive',
] as const satisfies BannerState[]

/** The fields of a banner's form, as text. */
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

/** The longest text of each field: the hero has no room for more. */
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

/** A banner's form values; null makes those of a new one. */
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
