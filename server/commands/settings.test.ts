import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../app/platform/config.server.ts'
import { addSettings, describeShop, findSettings, parseSettings } from './settings.ts'

const DIR = mkdtempSync(join(tmpdir(), 'zovala-settings-'))
afterAll(() => rmSync(DIR, { recursive: true }))
const file = join(DIR, 'shop.env')
writeFileSync(file, 'DATABASE_URL=postgresql://shop:pa%23ss@db.example:5433/clothes?ssl=true\n')

test('a settings file is read as systemd reads it', () => {
  const text = [
    '# a comment',
    '; another one',
    '',
    'PORT=4000 ',
    ' SESSION_SECRET = with#sharp and spaces',
    `MAIL_FROM="Zovala \\"shop\\" <o@shop.example>"`,
    `METRICS_TOKEN='a\\b"c'`,
    'SMTP_URL=smtps://a\\\\b@mail.example',
    'S3_BUCKET=long\\',
    'name',
    'S3_REGION=',
  ].join('\n')
  expect(parseSettings(text, 'x.env')).toEqual({
    PORT: '4000',
    SESSION_SECRET: 'with#sharp and spaces',
    MAIL_FROM: 'Zovala "shop" <o@shop.example>',
    METRICS_TOKEN: 'a\\b"c',
    SMTP_URL: 'smtps://a\\b@mail.example',
    S3_BUCKET: 'longname',
    S3_REGION: '',
  })
  expect(() => parseSettings('PORT=1\nexport HOST=x', 'x.env')).toThrow('Row 2 of x.env')
})

test("the service's settings file is used only when the environment names no shop", () => {
  expect(findSettings({ S3_BUCKET: 'of another shop' }, file)).toEqual({
    env: { DATABASE_URL: 'postgresql://shop:pa%23ss@db.example:5433/clothes?ssl=true' },
    file,
  })
  for (const env of [{ DATABASE_URL: 'postgresql://b/c' }, { DATA_DIR: '/srv/b' }])
    expect(findSettings(env, file)).toEqual({ env, file: null })
  expect(findSettings({ DATA_DIR: '/srv/b', SETTINGS_FILE: file }).file).toBe(file)
  expect(findSettings({}, join(DIR, 'none.env'))).toEqual({ env: {}, file: null })
})

test('a shop is described by its address and its database, without a password', () => {
  const env = { ...findSettings({}, file).env, SESSION_SECRET: 'long enough for a test' }
  const server = describeShop(readConfig({ ...env, DATA_DIR: DIR }), file)
  expect(server).toBe(
    `Zovala at http://localhost:3000; database clothes on db.example:5433; settings: ${file}`,
  )
  expect(describeShop(readConfig({ DATA_DIR: DIR }), null)).toBe(
    `Zovala, the sample shop, at http://localhost:3000; its own PostgreSQL in ${DIR}; settings: the environment`,
  )
})

test('settings are appended to a file, which keeps its content and its mode', () => {
  const own = join(DIR, 'own.env')
  const before = '# of the shop\nPORT=4000\nDATABASE_URL=\n; last'
  writeFileSync(own, before, { mode: 0o640 })
  const DATABASE_URL = 'postgresql://shop:p%23"$a\\b@db.example/clothes'
  expect(addSettings(own, { DATABASE_URL, SAMPLE_SHOP: 'on' })).toBe(true)
  const text = readFileSync(own, 'utf8')
  expect(text.startsWith(before)).toBe(true)
  expect(text.slice(before.length)).toContain('\nSAMPLE_SHOP=on\n')
  expect(parseSettings(text, own)).toEqual({ PORT: '4000', DATABASE_URL, SAMPLE_SHOP: 'on' })
  expect(statSync(own).mode & 0o777).toBe(0o640)
  // Nothing is written that would be read back as another value.
  writeFileSync(own, 'PORT=4000\\')
  expect(addSettings(own, { SAMPLE_SHOP: 'on\nPORT=1' })).toBe(false)
  expect(readFileSync(own, 'utf8')).toBe('PORT=4000\\')
})
