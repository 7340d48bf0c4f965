import { json } from '../../web/answers.ts'
import { describeApi } from '../../web/api/document.ts'
import { shopContext } from '../../web/context.ts'
import { FOR_EVERY_VISITOR } from '../../web/page-cache.server.ts'
import { refuseWrite } from '../../web/public-api.ts'
import type { Route } from './+types/openapi'

export const loader = ({ context }: Route.LoaderArgs) =>
  json(describeApi(context.get(shopContext).config.baseUrl), 200, {
    'Cache-Control': FOR_EVERY_VISITOR,
  })

export const action = refuseWrite
