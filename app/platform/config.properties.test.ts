import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import { BadSetting, readConfig } from './config.server.ts'

const NAMES = [
  'PORT',
  'BASE_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'TRUST_PROXY',
  'RATE_LIMIT_SCALE',
  'WEB_WORKERS',
  'WEB_CONNECTIONS',
  'BACKUP_TO',
  'BACKUP_AT',
  'BACKUP_KEEP',
  'BACKUP_KEEP_WEEKS',
  'BACKUP_PASSPHRASE',
  'PAYMENT_WINDOW_MINUTES',
  'S3_ENDPOINT',
  'RENDER_PLAIN',
] as const
const good = fc.constantFrom(
  '1',
  '30',
  '0.5',
  '02:30',
  'https://shop.example',
  'postgres://u@localhost/db',
  '/srv/backups',
  's3://bucket/shop',
  'off',
  'all',
  '65536',
  'correct horse battery staple',
)

test('a setting is accepted, or stops the start with a message that names it, and is never accepted in part', () =>
  holds(
    fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(good, anyText())), { maxLength: 4 }),
    (pairs) => {
      const env: Record<string, string> = {
        ...Object.fromEntries(pairs),
        SESSION_SECRET: 'sixteen letters and more',
      }
      try {
        const config = readConfig(env)
        expect(config.port >= 1 && config.port <= 65_535).toBe(true)
        expect(new URL(config.baseUrl).origin).toBe(config.baseUrl)
        expect(config.paymentWindowMinutes > 0 && config.rateLimitScale > 0).toBe(true)
        expect(config.trustProxy >= 0 && config.trustProxy <= 10).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(BadSetting)
        expect((error as Error).message).toMatch(/[A-Z][A-Z0-9_]+/)
        const secret = env['BACKUP_PASSPHRASE']
        // Another setting may have the same text, and is named with it.
        if (secret && Object.values(env).filter((value) => value === secret).length === 1)
          expect((error as Error).message).not.toContain(JSON.stringify(secret))
      }
    },
  ))
