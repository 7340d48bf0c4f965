/** Reads the code that the camera shows at this moment; null where it sees none. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | null>

type Detector = { detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** What is printed on products, on our labels and on receipts, as browsers call it. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'qr_code']
/** Without these a browser's own is of no use here. */
const NEEDED = ['code_128', 'ean_13']

/** The browser's own reader where it has one (Chrome on Android), else the library's, fetched now. */
export const openDecoder = async (): Promise<Decoder> => (await openOwn()) ?? openLibrary()

// The server's build would have a copy of it, and of its program among the files.
const loadLibrary = import.meta.env.SSR ? null : () => import('./library-decoder.ts')

async function openLibrary(): Promise<Decoder> {
  if (!loadLibrary) throw new Error('there is no camera on a server')
  return (await loadLibrary()).openLibrary()
}

async function openOwn(): Promise<Decoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  // One that needs a part of the phone that is not there says so here.
  const known = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!NEEDED.every((format) => known.includes(format))) return null
  const formats = FORMATS.filter((format) => known.includes(format))
  const detector = new BarcodeDetector({ formats })
  return async (video) => (await detector.detect(video))[0]?.rawValue || null
}
