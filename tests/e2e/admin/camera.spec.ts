import { expect, test } from '@playwright/test'
import { labelBars } from '../../../app/rules/stock/labels.ts'
import { openAs } from '../../support/browse.ts'

const CODE = '2000000000008'

/** In place of the camera, which not every browser of tests has: what it films, the bars of a label as we print them. */
function film(bars: readonly number[]) {
  const [thin, left, top, height] = [4, 80, 140, 200]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  const show = () => {
    if (!context) return
    context.fillStyle = '#dcdcdc'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = '#191919'
    let x = left
    for (const [index, bar] of bars.entries()) {
      if (index % 2 === 0) context.fillRect(x, top, bar * thin, height)
      x += bar * thin
    }
    requestAnimationFrame(show)
  }
  show()
  let isRefused = false
  navigator.mediaDevices.getUserMedia = async () => {
    if (isRefused) throw new DOMException('', 'NotAllowedError')
    isRefused = true
    return canvas.captureStream(10)
  }
}

test('a label is read by the camera and searched for; a camera that is refused is told', {
  tag: '@desk',
}, async ({ page }) => {
  await page.addInitScript(film, labelBars(CODE) ?? [])
  await openAs(page, 'admin@zovala.test', '/admin/products')
  const button = page.getByRole('button', { name: 'Scan with the camera' })
  await button.click()
  await expect(page).toHaveURL(new RegExp(`search=${CODE}`))
  await expect(page.getByRole('searchbox')).toHaveValue(CODE)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('does not let the shop use the camera')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
