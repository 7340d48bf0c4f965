import { type CSSProperties, useState } from 'react'
import { type PictureSource, srcSetOf } from '../../rules/media/pictures.ts'
import { useIsLive } from './use-is-live.ts'

/** Callbacks for pictures that come within half a screen of the viewport. */
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
 * A picture with reserved space, in the smallest rendition that is sharp, loaded lazily below the fold. On the first
 * page the browser decides when to load it, up to three screens ahead, the more the slower the connection; on later
 * pages it is half a screen (`isRequested`: now).
 */
export function Picture({
  picture,
  alt,
  sizes,
  eager = false,
  isRequested = eager,
  style,
  className = '',
}: {
  picture: PictureSource
  alt: string
  sizes: string
  eager?: boolean
  isRequested?: boolean
  style?: CSSProperties | undefined
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
        // WebKit loads an image as soon as its `src` is set, and React sets it before the image is beside its sources:
        // WebKit would load the largest JPEG, and then the right rendition too. So the ref sets `src`, once it
        // is there.
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
        style={{ backgroundColor: picture.tint, ...style, ...(isAsked ? {} : shape) }}
        className={`block h-auto w-full ${isAsked ? '' : 'picture-waits '}${className}`}
      />
    </picture>
  )
}
