import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of banners. */
export const bannerRefusals = {
  'banner-picture-gone': error('That picture is no longer there. Please choose it again.'),
  'banner-creating-failed': error('Failed to create banner'),
  'banner-updating-failed': error('Failed to update banner'),
  'banner-deleting-failed': error('Failed to delete banner'),
} satisfies Messages

/** Notices of banners. */
export const bannerNotices = {
  'banner-created': { title: 'Banner created successfully' },
  'banner-updated': { title: 'Banner updated successfully' },
  'banner-deleted': { title: 'Banner deleted successfully' },
} satisfies Messages

/** Messages beside the fields of a banner's form. */
export const bannerErrors = {
  'title-missing': 'Title is required',
  'link-unsafe': 'Please use a page of this shop (/category/dresses) or an address with https://.',
  'position-bad': 'Please use a whole number from 0 to 9999.',
  'end-before-start': 'The end must come after the start.',
} satisfies Sentences
