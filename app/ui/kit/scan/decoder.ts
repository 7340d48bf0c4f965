/** Reads the code that the camera shows now; null when it sees none. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** The formats that are printed on products, our labels and receipts, by their browser names. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'qr_code']
/** Without these formats the browser's reader is useless here. */
const NEEDED = ['code_128', 'ean_13']

/** The browser's own reader if it has one (Chrome on Android), otherwise the library's, which is loaded now. */
export const openDecoder = async (): Promise<Decoder> => (await openOwn()) ?? openLibrary()

// Not imported in the server's build, which would include a copy of it and of its WebAssembly file.
const loadLibrary = import.meta.env.SSR ? null : () => import('./library-decoder.ts')

async function openLibrary(): Promise<Decoder> {
  if (!loadLibrary) throw new Error('there is no camera on a server')
  return (await loadLibrary()).openLibrary()
}

async function openOwn(): Promise<Decoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  // A reader that depends on a missing part of the phone fails here.
  const known = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!NEEDED.every((format) => known.includes(format))) return null
  const formats = FORMATS.filter((format) => known.includes(format))
  const detector = new BarcodeDetector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue || null
}
