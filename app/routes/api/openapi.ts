import { shopContext } from '../../web/context.ts'
import { FOR_EVERY_VISITOR } from '../../web/render/page-cache.server.ts'
import { json } from '../../web/responses.ts'
import type { Route } from './+types/openapi'
import { describeApi } from './describe-api.ts'
import { refuseWrite } from './public-api.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  json(describeApi(context.get(shopContext).config.baseUrl), 200, {
    'Cache-Control': FOR_EVERY_VISITOR,
  })

export const action = refuseWrite
