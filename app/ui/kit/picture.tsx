import { type PictureSource, srcSetOf } from '../../rules/media/pictures.ts'

/** A picture with its room kept, the smallest rendition that is sharp, late below the fold. */
export function Picture({
  picture,
  alt,
  sizes,
  eager = false,
  className = '',
}: {
  picture: PictureSource
  alt: string
  sizes: string
  eager?: boolean
  className?: string
}) {
  return (
    <picture>
      {picture.hasAvif ? (
        <source type="image/avif" srcSet={srcSetOf(picture, 'avif')} sizes={sizes} />
      ) : null}
      <source type="image/webp" srcSet={srcSetOf(picture, 'webp')} sizes={sizes} />
      <img
        // WebKit asks for what an image names as soon as it is named, and React names it before the image
        // stands beside its sources: the largest JPEG, then the right rendition too. So it is named then.
        src={import.meta.env.SSR ? picture.src : undefined}
        suppressHydrationWarning
        ref={(img) => {
          if (img && img.getAttribute('src') !== picture.src) img.src = picture.src
        }}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        style={{ backgroundColor: picture.tint }}
        className={`block h-auto w-full ${className}`}
      />
    </picture>
  )
}
