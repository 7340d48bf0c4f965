import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Decoder } from './decoder.ts'

/** Wider pictures cost a slow phone more than they help. */
const WIDEST = 1280

/**
 * ZXing's reader, for browsers without their own. Its WebAssembly is a file of this shop, which the policy of the
 * staff's pages allows (web/security-headers.server.ts).
 */
export async function openLibrary(): Promise<Decoder> {
  await prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, WIDEST / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return null
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const [read] = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      formats: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'QRCode'],
      maxNumberOfSymbols: 1,
    })
    return read?.text || null
  }
}
