import type { BannerValues } from '../../../rules/banners/banner-values.ts'
import { bannerLink } from '../../../rules/banners/banners.ts'
import type { PictureSource } from '../../../rules/media/pictures.ts'
import { HeroSlide } from '../../shop/banners/hero-slide.tsx'

/** The banner as the hero shows it; nothing in it can be pressed. */
export const BannerPreview = ({
  values,
  picture,
}: {
  values: BannerValues
  picture: PictureSource | null
}) => (
  <details className="mt-4">
    <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
      Preview
    </summary>
    <ul className="overflow-hidden rounded-card border border-line">
      <HeroSlide
        key={picture?.src ?? ''}
        banner={{
          id: 'preview',
          title: values.title || 'Title',
          subtitle: values.subtitle || null,
          description: values.description || null,
          buttonText: values.buttonText || null,
          linkUrl: values.linkUrl || null,
          link: bannerLink(values.linkUrl),
          startsAt: null,
          endsAt: null,
          picture,
        }}
        // The cloth that stays dark in dark mode.
        index={2}
        label="Preview"
        isHidden
      />
    </ul>
  </details>
)
