import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openAs } from '../../support/browse.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

const PHOTO = 'tests/support/pictures/turned.heic'

test('a HEIC photo becomes an upright JPEG in the browser, and one that cannot be converted shows the reason', {
  tag: '@desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/add-product')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const input = page.locator('input[type=file][multiple]')
  await expect(input).toHaveAttribute('accept', /\.heic/)
  const broken = readFileSync(PHOTO).subarray(0, 1500)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/*.wasm', async (route) => {
    await held
    await route.continue()
  })
  await input.setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: readFileSync(PHOTO) },
    { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: broken },
  ])
  await expect(page.getByText('Converting to JPEG…')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Converting IMG_1.HEIC' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wait for the images…' })).toBeDisabled()
  await expectNoViolations(page)
  const stored = page.waitForResponse('**/admin/pictures')
  release()
  // The file is stored lying on its side, with an orientation tag: once turned, red is at the top, and blue where the
  // dress is.
  expect(await (await stored).json()).toMatchObject({ width: 160, height: 240 })
  const image = page.getByRole('img', { name: 'Image 1' })
  // Waits for a size, because an image without a source counts as complete, too.
  await expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0)
  const colors = await image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode()
    const canvas = new OffscreenCanvas(160, 240)
    const context = canvas.getContext('2d')
    context?.drawImage(shown, 0, 0, 160, 240)
    const at = (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = context?.getImageData(x, y, 1, 1).data ?? []
      return r > 2 * Math.max(g, b) ? 'red' : b > 2 * Math.max(r, g) ? 'blue' : 'pale'
    }
    return [at(80, 20), at(80, 180), at(10, 180)]
  })
  expect(colors).toEqual(['red', 'blue', 'pale'])
  await expect(page.getByRole('alert')).toContainText('this HEIC photo is broken')
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled()
  // Fetched from this shop only, and only when it was needed.
  const programs = fetched.filter((url) => url.endsWith('.wasm'))
  expect(programs.length).toBeGreaterThan(0)
  expect(new Set(programs.map((url) => new URL(url).origin))).toEqual(
    new Set([new URL(page.url()).origin]),
  )
})
