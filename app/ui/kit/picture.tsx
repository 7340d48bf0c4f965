import { type CSSProperties, useState } from 'react'
import { type PictureSource, srcSetOf } from '../../rules/media/pictures.ts'
import { useIsLive } from './use-is-live.ts'

/** What to do when a picture comes within half a screen of what is seen. */
const whenNear = new WeakMap<Element, () => void>()
let watch: IntersectionObserver | undefined

function watchFor(img: Element, act: () => void) {
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) whenNear.get(target)?.()
    },
    { rootMargin: '50%' },
  )
  whenNear.set(img, act)
  watch.observe(img)
  return () => watch?.unobserve(img)
}

/**
 * A picture with its room kept, the smallest rendition that is sharp, late below the fold. Of a page as it was sent the
 * browser decides what is late, and takes up to three screens, the more the slower the connection; on the pages after
 * it, half a screen (`isRequested`: now).
 */
export function Picture({
  picture,
  alt,
  sizes,
  eager = false,
  isRequested = eager,
  className = '',
}: {
  picture: PictureSource
  alt: string
  sizes: string
  eager?: boolean
  isRequested?: boolean
  className?: string
}) {
  const wasSent = !useIsLive()
  const [isNear, setNear] = useState(wasSent)
  const isAsked = isNear || isRequested
  const shape = { '--shape': `${picture.width} / ${picture.height}` } as CSSProperties
  return (
    <picture>
      {isAsked && picture.hasAvif ? (
        <source type="image/avif" srcSet={srcSetOf(picture, 'avif')} sizes={sizes} />
      ) : null}
      {isAsked ? (
        <source type="image/webp" srcSet={srcSetOf(picture, 'webp')} sizes={sizes} />
      ) : null}
      <img
        // WebKit asks for what an image names as soon as it is named, and React names it before the image
        // stands beside its sources: the largest JPEG, then the right rendition too. So it is named then.
        src={import.meta.env.SSR ? picture.src : undefined}
        suppressHydrationWarning
        ref={(img) => {
          if (img && !isAsked) return watchFor(img, () => setNear(true))
          if (img && img.getAttribute('src') !== picture.src) img.src = picture.src
          return undefined
        }}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        style={{ backgroundColor: picture.tint, ...(isAsked ? {} : shape) }}
        className={`block h-auto w-full ${isAsked ? '' : 'picture-waits '}${className}`}
      />
    </picture>
  )
}
