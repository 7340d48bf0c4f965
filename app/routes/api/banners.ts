import { listBanners } from '../../modules/banners/list-banners.ts'
import type { BannerList } from '../../web/api/catalogue.ts'
import { shopContext } from '../../web/context.ts'
import type { Route } from './+types/banners'
import { answerPublicly, refuseWrite } from './public-api.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  answerPublicly<BannerList>(async () => {
    const banners = await listBanners(context.get(shopContext))
    return {
      banners: banners.map((banner, index) => ({
        id: banner.id,
        title: banner.title,
        subtitle: banner.subtitle,
        description: banner.description,
        image_url: banner.picture?.src ?? null,
        button_text: banner.buttonText,
        link_url: banner.linkUrl,
        position: index,
        is_active: true,
        starts_at: banner.startsAt,
        ends_at: banner.endsAt,
      })),
    }
  })

export const action = refuseWrite
