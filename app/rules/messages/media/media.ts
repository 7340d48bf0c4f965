import { error, type Messages } from '../message.ts'

/** Refusals of pictures. */
export const mediaRefusals = {
  'picture-too-large': error(
    'Failed to upload image: it is larger than 15 MB. Please choose a smaller one.',
  ),
  'picture-too-many-pixels': error(
    'Failed to upload image: it has more than 50 megapixels. Please choose a smaller one.',
  ),
  'picture-heic': error(
    'Failed to upload image: it is a HEIC photo, which most browsers cannot show. Choose it on the phone itself, or save it as JPEG first (iPhone: Settings, Camera, Formats, Most Compatible).',
  ),
  'heic-broken': error(
    'Failed to upload image: this HEIC photo is broken, or of a kind that cannot be converted. Save it as JPEG first.',
  ),
  'heic-memory': error(
    'Failed to upload image: this device has too little memory to convert the HEIC photo. Close other tabs and choose it again, or save it as JPEG first.',
  ),
  'heic-lost': error(
    'Failed to upload image: what converts HEIC photos did not arrive. No connection: please try again in a moment.',
  ),
  'picture-unreadable': error(
    'Failed to upload image: it is no JPEG, PNG, WebP, AVIF or GIF picture that we can read.',
  ),
  'images-failed': error('Failed to upload images'),
  'image-failed': error('Failed to upload image'),
  'uploads-busy': { title: 'Too many attempts', description: 'Please try again in a minute.' },
  'upload-cut': error('Failed to upload image: it did not arrive whole. Please try again.'),
  'upload-lost': error('Failed to upload image. No connection: please try again in a moment.'),
  'upload-signed-out': error(
    'You are signed out. Sign in again in another tab, then choose the image again.',
  ),
} satisfies Messages
