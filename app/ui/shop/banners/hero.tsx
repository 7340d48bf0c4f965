import { useEffect, useRef, useState } from 'react'
import type { LinkedBanner } from '../../../rules/banners/banners.ts'
import { Icon } from '../../kit/icon.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { PickLink } from '../pick-link.tsx'
import { Countdown } from './countdown.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { shownSlide, showSlide, turnSlides } from './turn-slides.ts'

const WELCOME: LinkedBanner = {
  id: 'welcome',
  title: 'Welcome',
  subtitle: null,
  description: 'No banners found.',
  buttonText: null,
  linkUrl: null,
  link: '/#products',
  startsAt: null,
  endsAt: null,
  picture: null,
}
const CONTROL = 'needs-script grid size-11 place-items-center rounded-full hover:bg-sand'

/** The banners in a row: swiped, or turned every 5 s while they are in view and not in use. */
export function Hero({ banners, now }: { banners: LinkedBanner[]; now: number }) {
  const slides = banners.length > 0 ? banners : [WELCOME]
  const box = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPaused, setPaused] = useState(false)
  // Without scripts every slide is reachable by swiping.
  const isLive = useIsLive()
  const count = slides.length
  const active = slides[current] ?? WELCOME
  const show = (index: number) => row.current && showSlide(row.current, index)

  useEffect(() => {
    if (!box.current || !row.current) return undefined
    // The banners may have turned before the scripts came.
    setCurrent(shownSlide(row.current))
    return turnSlides(box.current)
  }, [])

  return (
    <section
      ref={box}
      data-banners
      data-stopped={isPaused || undefined}
      aria-roledescription="carousel"
      aria-label="What is new"
      className="mx-auto max-w-7xl md:px-4 md:pt-6"
    >
      <div className="relative">
        <ul
          ref={row}
          onScroll={({ currentTarget }) => setCurrent(shownSlide(currentTarget))}
          className="asks-late flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scrollbar-none md:rounded-card"
        >
          {slides.map((banner, index) => (
            <HeroSlide
              key={banner.id}
              banner={banner}
              index={index}
              label={`${index + 1} of ${count}`}
              isHidden={isLive && index !== current}
            />
          ))}
        </ul>
        {banners.length > 0 ? <Countdown key={active.id} endsAt={active.endsAt} now={now} /> : null}
      </div>
      <div className="grid min-h-15 place-items-center px-4">
        {count > 1 ? (
          <div className="flex flex-wrap items-center justify-center">
            <button
              type="button"
              aria-label="Previous banner"
              onClick={() => show(current - 1)}
              className={CONTROL}
            >
              <Icon name="left" />
            </button>
            {slides.map((banner, index) => (
              <PickLink
                key={banner.id}
                to={`#banner-${index + 1}`}
                label={`Banner ${index + 1}: ${banner.title}`}
                isCurrent={index === current}
                onPick={() => show(index)}
                className="group grid size-11 place-items-center"
              >
                <span className="size-3 rotate-45 border-2 border-clay group-hover:bg-clay-wash group-aria-[current]:bg-clay" />
              </PickLink>
            ))}
            <button
              type="button"
              aria-label="Next banner"
              onClick={() => show(current + 1)}
              className={CONTROL}
            >
              <Icon name="right" />
            </button>
            <button
              type="button"
              aria-label={isPaused ? 'Let the banners turn' : 'Stop the banners'}
              onClick={() => setPaused(!isPaused)}
              className={CONTROL}
            >
              <Icon name={isPaused ? 'play' : 'pause'} size={18} />
            </button>
          </div>
        ) : null}
      </div>
    </section>
  )
}
