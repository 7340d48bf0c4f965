import { ZOOM } from './use-gallery.ts'

export type Point = { x: number; y: number }
/** The zoom of a picture, and how far its center is from the center of its stage, in pixels. */
export type View = Point & { zoom: number }
type Size = { width: number; height: number }

export const WHOLE: View = { zoom: 1, x: 0, y: 0 }

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** Limits the position to the picture's edges: a picture smaller than its stage stays in the middle. */
function keepInSight({ zoom, x, y }: View, picture: Size, stage: Size): View {
  return {
    zoom,
    x: within(x, Math.max(0, (picture.width * zoom - stage.width) / 2)),
    y: within(y, Math.max(0, (picture.height * zoom - stage.height) / 2)),
  }
}

/** Moves the picture by so many pixels. */
export const moveView = (view: View, by: Point, picture: Size, stage: Size): View =>
  keepInSight({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, stage)

/** Zooms the picture; what is at the point `at` (from the center of the stage) stays there. */
export function zoomView(
  view: View,
  requested: number,
  at: Point,
  picture: Size,
  stage: Size,
): View {
  const zoom = Math.min(ZOOM.most, Math.max(ZOOM.least, requested))
  const ratio = zoom / view.zoom
  return keepInSight(
    { zoom, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    picture,
    stage,
  )
}
