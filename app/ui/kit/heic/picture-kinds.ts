import { useIsLive } from '../use-is-live.ts'

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** iPhones and iPads; iPads identify as Macs. */
const isApplePhone = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/**
 * The picture types that a form accepts. Not HEIC on an iPhone, which converts its photos to JPEG unless HEIC is
 * accepted; nor before scripts run, because they convert it.
 */
export const usePictureKinds = () =>
  useIsLive() && !isApplePhone() ? `${KINDS},image/heic,image/heif,.heic,.heif` : KINDS
