import { useIsLive } from '../use-is-live.ts'

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** iPhones and iPads, which call themselves Macs. */
const isApplePhone = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/**
 * The kinds of pictures that a form offers to choose from. Not HEIC on an iPhone, which hands its photos over as JPEG
 * as long as nobody asks for HEIC; nor before there are scripts, which convert it.
 */
export const usePictureKinds = () =>
  useIsLive() && !isApplePhone() ? `${KINDS},image/heic,image/heif,.heic,.heif` : KINDS
