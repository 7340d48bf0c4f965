/**
 * The longest side of an uploaded picture: twice what the shop keeps (rules/media/pictures.ts), at a fraction of
 * the bytes.
 */
const LONGEST_SIDE = 3200

/** Encodes a picture as JPEG, scaled down if it is large; throws when there is no memory for it. Closes the picture. */
export async function encodeJpeg(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('no memory for a canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
}
