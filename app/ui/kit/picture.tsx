import { type PictureSource, srcSetOf } from '../../rules/pictures.ts'

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
        src={picture.src}
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
