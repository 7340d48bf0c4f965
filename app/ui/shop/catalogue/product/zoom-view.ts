import { ZOOM } from './use-gallery.ts'

export type Point = { x: number; y: number }
/** How large a picture is shown, and how far its middle lies from the middle of its stage, in pixels. */
export type View = Point & { zoom: number }
type Size = { width: number; height: number }

export const WHOLE: View = { zoom: 1, x: 0, y: 0 }

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/** No further aside than its edge: a picture that is smaller than its stage stays in the middle. */
function keepInSight({ zoom, x, y }: View, picture: Size, stage: Size): View {
  return {
    zoom,
    x: within(x, Math.max(0, (picture.width * zoom - stage.width) / 2)),
    y: within(y, Math.max(0, (picture.height * zoom - stage.height) / 2)),
  }
}

/** Moved by so many pixels. */
export const moveView = (view: View, by: Point, picture: Size, stage: Size): View =>
  keepInSight({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, stage)

/** Larger or smaller, with what lies under a point (from the middle of the stage) staying under it. */
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
