import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { cookieName } from '../../rules/cookies.ts'
import { settings } from '../../rules/settings/settings.ts'
import { accountPaths } from './accounts.ts'
import { cartPaths } from './cart.ts'
import { cataloguePaths } from './catalogue.ts'
import { checkoutPaths } from './checkout.ts'
import { orderPaths } from './orders.ts'
import { inJson } from './parts.ts'

/** The public API as OpenAPI 3.1, printed from the schemas by which its routes read and answer. */
export const describeApi = (baseUrl: string) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: `${settings().name} API`,
      version: '1.0.0',
      description: settings().description,
    },
    servers: [{ url: baseUrl }],
    paths: {
      ...cataloguePaths,
      '/api/openapi.json': {
        get: {
          summary: 'This description',
          responses: { 200: inJson('As asked', z.looseObject({})) },
        },
      },
      ...cartPaths,
      ...orderPaths,
      ...checkoutPaths,
      ...accountPaths,
    },
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName(baseUrl, 'zovala.session_token') },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  })
