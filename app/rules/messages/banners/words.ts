import type { BannerValues } from '../../banners/banner-values.ts'

/** Labels of the fields, on the form and in the notice to a second editor. */
export const BANNER_LABELS: Record<keyof BannerValues, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  buttonText: 'Button text',
  linkUrl: 'Button leads to',
  position: 'Position',
  startsAt: 'Starts',
  endsAt: 'Ends',
  pictureId: 'Picture',
  isActive: 'Active',
}
