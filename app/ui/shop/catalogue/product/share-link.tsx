import type { MouseEvent } from 'react'

/** A picture that stands on the page already, as a JPEG: nothing is fetched for it. Null: it may not be read. */
async function toFile(img: HTMLImageElement, name: string) {
  const canvas = document.createElement('canvas')
  canvas.width = img.naturalWidth
  canvas.height = img.naturalHeight
  canvas.getContext('2d')?.drawImage(img, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  return blob && new File([blob], `${name}.jpg`, { type: 'image/jpeg' })
}

/** Whether this device passes pictures on to its apps. A desktop does not have WhatsApp among them. */
const sharesPictures = () =>
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare?.({ files: [new File([''], 'x.jpg', { type: 'image/jpeg' })] })

/**
 * A link that opens WhatsApp with a text, whose preview has the picture that its address names. A phone that can passes
 * on the picture itself: the one that stands in the page's element `picture`.
 */
export function ShareLink({
  text,
  name,
  picture,
  className,
}: {
  text: string
  /** Of the picture's file. */
  name: string
  picture: string
  className: string
}) {
  const href = `https://wa.me/?text=${encodeURIComponent(text)}`

  function share(event: MouseEvent) {
    const img = document.querySelector<HTMLImageElement>(`#${picture} img`)
    if (!img?.complete || img.naturalWidth === 0 || !sharesPictures()) return
    event.preventDefault()
    toFile(img, name)
      .then((file) => navigator.share({ text, ...(file && { files: [file] }) }))
      .catch((error: unknown) => {
        // Whoever closes the list of apps wants nothing more.
        if (!(error instanceof Error && error.name === 'AbortError')) location.assign(href)
      })
  }

  return (
    <a href={href} target="_blank" rel="noreferrer" onClick={share} className={className}>
      Share on WhatsApp
    </a>
  )
}
