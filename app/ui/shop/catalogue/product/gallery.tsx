import { useState } from 'react'
import type { ProductDetail } from '../../../../rules/catalogue/product-detail.ts'
import { noteOfColor } from '../../../../rules/messages/catalogue/choice.ts'
import { Icon } from '../../../kit/icon.tsx'
import { useIsLive } from '../../../kit/use-is-live.ts'
import { NoPicture } from '../no-picture.tsx'
import {
  Arrows,
  Dots,
  ON_PICTURE,
  Thumbnails,
  TurnButton,
  ZoomButtons,
} from './gallery-controls.tsx'
import { PictureStrip } from './picture-strip.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { useGallery } from './use-gallery.ts'

/**
 * A product's pictures in a strip: swiped, or without scripts reached by its thumbnails. Scripts add turning by itself
 * (docs/product.md, Products: every 4 s), arrows, zoom and the full screen. On phones its two parts are above and below
 * the name and the price.
 */
export function Gallery({
  name,
  images,
  color,
}: {
  name: string
  images: readonly ProductDetail['images'][number][]
  /** The chosen color. */
  color: string | null
}) {
  const isLive = useIsLive()
  const gallery = useGallery(images.length, images[0]?.src)
  const { strip, index, zoom, goTo, setAuto, zoomTo } = gallery
  const [isLarge, setLarge] = useState(false)
  const note = noteOfColor(images, images[index], color)

  function enlarge() {
    setAuto(false)
    setLarge(true)
  }
  if (images.length === 0)
    return (
      <NoPicture className="rounded-card max-md:order-first md:col-start-1 md:row-span-2 md:row-start-1" />
    )
  return (
    <section
      aria-label={`Pictures of ${name}`}
      className="gallery min-w-0 max-md:contents md:col-start-1 md:row-span-2 md:row-start-1"
    >
      <div className="gallery relative min-w-0 max-md:order-first">
        <PictureStrip images={images} gallery={gallery} isLive={isLive} onEnlarge={enlarge} />
        {note ? (
          <output className="absolute top-2 left-2 max-w-[80%] rounded-card bg-sheet/90 px-2 py-1 text-sm">
            {note}
          </output>
        ) : null}
        <div className={isLive ? '' : 'invisible [@media(scripting:none)]:hidden'}>
          {images.length > 1 ? (
            <>
              <Arrows onTurn={gallery.turn} />
              <TurnButton gallery={gallery} count={images.length} />
              <Dots index={index} count={images.length} />
            </>
          ) : null}
          <button
            type="button"
            aria-label="Full screen"
            aria-haspopup="dialog"
            onClick={enlarge}
            className={`${ON_PICTURE} right-2 bottom-2`}
          >
            <Icon shape="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" size={20} />
          </button>
        </div>
      </div>
      <div className="flex min-w-0 items-center gap-3 max-md:mt-1 md:mt-3">
        {images.length > 1 ? (
          <Thumbnails
            images={images}
            current={isLive ? index : null}
            onPick={(n) => {
              setAuto(false)
              goTo(n)
            }}
          />
        ) : null}
        <ZoomButtons
          isLive={isLive}
          zoom={zoom}
          onZoom={(next) => zoomTo(next, strip.current?.children[index])}
        />
      </div>
      {isLarge ? (
        <PictureViewer
          name={name}
          images={images}
          first={index}
          onClosed={(last) => {
            setLarge(false)
            goTo(last)
          }}
        />
      ) : null}
    </section>
  )
}
