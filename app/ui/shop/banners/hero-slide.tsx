import { useEffect, useRef, useState } from 'react'
import { preload } from 'react-dom'
import type { LinkedBanner } from '../../../rules/banners/banners.ts'
import { srcSetOf } from '../../../rules/media/pictures.ts'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import defaultBanner from '../../patterns/banner.svg'

const CLOTHS = ['bg-clay-deep', 'bg-lake-deep', 'bg-night'] as const
// On a phone a little less than the real width, as for cards (rules/media/pictures.ts).
const SIZES = '(min-width: 1280px) 760px, (min-width: 768px) 60vw, 88vw'
const ROOM =
  'aspect-5/4 object-cover object-[85%_50%] md:absolute md:inset-0 md:aspect-auto md:h-full'

export function HeroSlide({
  banner,
  index,
  label,
  isHidden,
}: {
  banner: LinkedBanner
  index: number
  label: string
  isHidden: boolean
}) {
  const { link } = banner
  const act =
    'inline-flex min-h-12 items-center rounded-card bg-sun px-6 font-semibold text-ink hover:bg-paper'
  const words = banner.buttonText?.trim() || 'Shop Now'
  return (
    <li
      id={`banner-${index + 1}`}
      data-ends-at={banner.endsAt ?? undefined}
      aria-roledescription="slide"
      aria-label={label}
      // Slides out of sight must not be reachable either.
      inert={isHidden}
      className="flex w-full shrink-0 snap-center flex-col md:grid md:min-h-[30rem] md:grid-cols-[2fr_3fr]"
    >
      <div className="relative bg-sand max-md:aspect-5/4 md:order-last">
        <SlidePicture banner={banner} isFirst={index === 0} />
      </div>
      <div
        className={`on-dark cloth-blooms relative flex grow flex-col justify-center px-5 py-7 text-white md:py-10 md:pr-14 md:pl-12 ${CLOTHS[index % CLOTHS.length]}`}
      >
        <div aria-hidden className="cloth-edge absolute inset-y-0 right-0 w-[18px] max-md:hidden" />
        {banner.subtitle ? <p className="mb-2 font-semibold text-sun">{banner.subtitle}</p> : null}
        <h2 className="text-[min(2.25rem,16vw)] lg:text-6xl">{banner.title}</h2>
        {banner.description ? (
          <p className="mt-3 max-w-md text-lg lg:text-xl">{banner.description}</p>
        ) : null}
        <div className="mt-6 flex flex-wrap gap-3">
          {link.startsWith('/') ? (
            <Link to={link} className={act}>
              {words}
            </Link>
          ) : (
            <a href={link} className={act}>
              {words}
            </a>
          )}
          <Link
            to="/#categories"
            className="inline-flex min-h-12 items-center rounded-card border-2 border-white px-6 font-semibold hover:bg-white hover:text-ink"
          >
            View Collection
          </Link>
        </div>
      </div>
    </li>
  )
}

function SlidePicture({ banner, isFirst }: { banner: LinkedBanner; isFirst: boolean }) {
  const [isBroken, setBroken] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The picture may have failed before the scripts arrived.
    const image = box.current?.querySelector('img')
    if (image?.complete && image.naturalWidth === 0 && image.loading !== 'lazy') setBroken(true)
  }, [])

  const { picture } = banner
  // Preloads it from the head of the page; by the time scripts run it is long on its way.
  if (import.meta.env.SSR && isFirst && picture)
    preload(picture.src, {
      as: 'image',
      fetchPriority: 'high',
      imageSrcSet: srcSetOf(picture, picture.hasAvif ? 'avif' : 'webp'),
      imageSizes: SIZES,
      type: picture.hasAvif ? 'image/avif' : 'image/webp',
    })
  return (
    <div ref={box} onErrorCapture={() => setBroken(true)}>
      {picture && !isBroken ? (
        <Picture picture={picture} alt="" sizes={SIZES} eager={isFirst} className={ROOM} />
      ) : (
        <img src={defaultBanner} alt="" width={1200} height={750} className={`w-full ${ROOM}`} />
      )}
    </div>
  )
}
