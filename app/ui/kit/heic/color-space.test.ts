import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colorSpaceOf } from './color-space.ts'
import { isHeic } from './heic.ts'

const photo = readFileSync('tests/support/pictures/turned.heic')

test('a photo has the colors that its profile defines', () => {
  const wide = Buffer.concat([photo, Buffer.from('\0D\0i\0s\0p\0l\0a\0y\0 \0P\x003', 'latin1')])
  expect([colorSpaceOf(photo), colorSpaceOf(wide)]).toEqual(['srgb', 'display-p3'])
})

test('a HEIC photo is recognized by its first bytes, whatever its name, and AVIF is not', async () => {
  const asIs = (bytes: Uint8Array<ArrayBuffer>) => isHeic(new File([bytes], 'photo.jpg'))
  const avif = Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'latin1')
  expect(await asIs(new Uint8Array(photo))).toBe(true)
  expect(await asIs(new Uint8Array(avif))).toBe(false)
  expect(await asIs(new Uint8Array(Buffer.from('\xff\xd8\xff', 'latin1')))).toBe(false)
})
