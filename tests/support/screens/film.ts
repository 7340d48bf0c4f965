declare global {
  interface Window {
    /** The number of the label that the test's camera films now. */
    filmed?: number
  }
}

/**
 * Replaces the camera, which not every test browser has: films a label as we print it, drawn from its bars; of `labels`
 * the one at `window.filmed`. Opening it more than `times` is refused. Runs in the page.
 */
export function film({
  labels,
  times = Infinity,
}: {
  labels: readonly (readonly number[])[]
  times?: number
}) {
  const [left, top, height] = [60, 140, 200]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  const show = () => {
    requestAnimationFrame(show)
    if (!context) return
    const bars = labels[window.filmed ?? 0] ?? []
    const modules = bars.reduce((sum, width) => sum + width, 0)
    const thin = Math.floor((canvas.width - 2 * left) / Math.max(1, modules))
    context.fillStyle = '#dcdcdc'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.fillStyle = '#191919'
    let x = left
    for (const [index, bar] of bars.entries()) {
      if (index % 2 === 0) context.fillRect(x, top, bar * thin, height)
      x += bar * thin
    }
  }
  show()
  let opened = 0
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: async () => {
        opened += 1
        if (opened > times) throw new DOMException('', 'NotAllowedError')
        return canvas.captureStream(10)
      },
    },
  })
}
