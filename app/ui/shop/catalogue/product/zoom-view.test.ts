import { describe, expect, test } from 'vitest'
import { moveView, WHOLE, zoomView } from './zoom-view.ts'

const stage = { width: 360, height: 600 }
const picture = { width: 360, height: 450 }
const middle = { x: 0, y: 0 }

describe('a full-screen picture', () => {
  test('keeps the point under two fingers in place while it is zoomed', () => {
    const at = { x: 90, y: 60 }
    const { zoom, x, y } = zoomView(WHOLE, 2, at, picture, stage)
    expect(zoom).toBe(2)
    // The point of the picture under the fingers, before and after.
    expect((at.x - x) / 2).toBe(at.x)
    expect((at.y - y) / 2).toBe(at.y)
  })

  test('is zoomed from half to three times its size, as in the specification', () => {
    expect(zoomView(WHOLE, 9, middle, picture, stage).zoom).toBe(3)
    expect(zoomView(WHOLE, 0.1, middle, picture, stage).zoom).toBe(0.5)
  })

  test('is moved at most to its edge', () => {
    const large = zoomView(WHOLE, 2, middle, picture, stage)
    expect(moveView(large, { x: 1000, y: -1000 }, picture, stage)).toEqual({
      zoom: 2,
      x: 180,
      y: -150,
    })
  })

  test('is centered again when it becomes smaller than the screen', () => {
    const aside = moveView(
      zoomView(WHOLE, 3, middle, picture, stage),
      { x: 300, y: 300 },
      picture,
      stage,
    )
    expect(zoomView(aside, 1, middle, picture, stage)).toEqual(WHOLE)
  })
})
