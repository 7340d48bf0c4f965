import type { MouseEvent } from 'react'
import { chatLink } from '../../../../rules/phone.ts'

/**
 * Makes a JPEG of a picture that is on the page already, so that nothing is fetched. Null when the browser may not
 * read it.
 */
async function toFile(img: HTMLImageElement, name: string) {
  const canvas = document.createElement('canvas')
  canvas.width = img.naturalWidth
  canvas.height = img.naturalHeight
  canvas.getContext('2d')?.drawImage(img, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  return blob && new File([blob], `${name}.jpg`, { type: 'image/jpeg' })
}

/** Whether this device can share pictures with its apps. On a desktop WhatsApp is usually not among them. */
const sharesPictures = () =>
  matchMedia('(pointer: coarse)').matches &&
  navigator.canShare?.({ files: [new File([''], 'x.jpg', { type: 'image/jpeg' })] })

/**
 * A link that opens WhatsApp with a text, whose preview shows the picture of the linked page. A phone that can shares
 * the picture itself: the one in the page's element `picture`.
 */
export function ShareLink({
  text,
  name,
  picture,
  className,
}: {
  text: string
  /** Name of the picture's file. */
  name: string
  picture: string
  className: string
}) {
  const href = chatLink(text)

  function share(event: MouseEvent) {
    const img = document.querySelector<HTMLImageElement>(`#${picture} img`)
    if (!img?.complete || img.naturalWidth === 0 || !sharesPictures()) return
    event.preventDefault()
    toFile(img, name)
      .then((file) => navigator.share({ text, ...(file && { files: [file] }) }))
      .catch((error: unknown) => {
        // A visitor who closes the list of apps does not want to share.
        if (!(error instanceof Error && error.name === 'AbortError')) location.assign(href)
      })
  }

  return (
    <a href={href} target="_blank" rel="noreferrer" onClick={share} className={className}>
      Share on WhatsApp
    </a>
  )
}
