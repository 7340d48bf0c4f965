import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { cookieName } from '../../rules/cookies.ts'
import { settings } from '../../rules/settings/settings.ts'
import { cartPaths } from '../../web/api/cart.ts'
import { cataloguePaths } from '../../web/api/catalogue.ts'
import { checkoutPaths } from '../../web/api/checkout.ts'
import { orderPaths } from '../../web/api/orders.ts'
import { inJson } from '../../web/api/parts.ts'
import { accountPaths } from './account-paths.ts'

/** The public API as OpenAPI 3.1, generated from the schemas by which its routes read and answer. */
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
