import type { TillRefusal } from '../refusals.ts'
import type { Ports, SerialPort, UsbDevice } from './devices.ts'
import { portsOf } from './devices.ts'
import type { ChosenDevice, PrintSettings } from './printer-settings.ts'

/** A cheap printer has a buffer of a few KB, which a long receipt in one piece would overrun. */
const CHUNK_BYTES = 512
/** A printer without paper accepts no more bytes and reports nothing. */
const SILENT_AFTER_MS = 8000
const PRINTER_CLASS = 7
const LOCK = 'zovala-printer'

type PrinterReason = 'pos-printer-silent' | 'pos-printer-away' | 'pos-printer-held'

/** A failure that the till itself detects, beside the errors of the browser. */
class Trouble extends Error {
  reason: PrinterReason
  constructor(reason: PrinterReason) {
    super(reason)
    this.reason = reason
  }
}
const silent = () => new Trouble('pos-printer-silent')

async function orSilent<T>(act: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(silent()), SILENT_AFTER_MS)
  })
  try {
    return await Promise.race([act, silence])
  } finally {
    clearTimeout(timer)
  }
}

function* chunksOf(bytes: Uint8Array<ArrayBuffer>) {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.slice(at, at + CHUNK_BYTES)
}

/** Finds where the printer takes data: its interface of the printer class, otherwise any that takes bulk data. */
function findWayIn({ configuration }: UsbDevice) {
  const ways = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap((alternate) => {
      const out = alternate.endpoints.find(
        ({ direction, type }) => direction === 'out' && type === 'bulk',
      )
      return out ? [{ interfaceNumber, alternate, endpoint: out.endpointNumber }] : []
    }),
  )
  return ways.find(({ alternate }) => alternate.interfaceClass === PRINTER_CLASS) ?? ways[0]
}

async function sendByUsb(device: UsbDevice, bytes: Uint8Array<ArrayBuffer>) {
  await orSilent(device.open())
  try {
    if (!device.configuration) await orSilent(device.selectConfiguration(1))
    const way = findWayIn(device)
    if (!way) throw silent()
    await orSilent(
      // On Linux a driver that holds the printer is noticed only here, and reported as a NetworkError.
      device.claimInterface(way.interfaceNumber).catch(() => {
        throw new Trouble('pos-printer-held')
      }),
    )
    if (way.alternate.alternateSetting !== 0)
      await orSilent(
        device.selectAlternateInterface(way.interfaceNumber, way.alternate.alternateSetting),
      )
    for (const chunk of chunksOf(bytes)) {
      const { status } = await orSilent(device.transferOut(way.endpoint, chunk))
      if (status !== 'ok') throw silent()
    }
  } finally {
    // Closed after each slip, so that another tab may print the next one. Closing also cancels a transfer that hangs.
    await orSilent(device.close()).catch(() => {})
  }
}

async function sendBySerial(port: SerialPort, bytes: Uint8Array<ArrayBuffer>, baudRate: number) {
  await orSilent(port.open({ baudRate, bufferSize: CHUNK_BYTES }))
  try {
    const writer = port.writable?.getWriter()
    if (!writer) throw silent()
    try {
      for (const chunk of chunksOf(bytes)) await orSilent(writer.write(chunk))
      await orSilent(writer.close())
    } catch (error) {
      // Not awaited, because it may wait for the very write that hangs.
      writer.abort().catch(() => {})
      throw error
    } finally {
      writer.releaseLock()
    }
  } finally {
    await orSilent(port.close()).catch(() => {})
  }
}

/** Finds the chosen device again; when its serial number is not found, the first one of the same vendor and product. */
const findAgain = <D>(devices: D[], chosen: ChosenDevice, nameOf: (device: D) => ChosenDevice) => {
  const same = (a: unknown, b: unknown) => (a ?? null) === (b ?? null)
  const alike = devices.filter((device) => {
    const { vendorId, productId } = nameOf(device)
    return same(vendorId, chosen.vendorId) && same(productId, chosen.productId)
  })
  return alike.find((device) => same(nameOf(device).serial, chosen.serial)) ?? alike[0]
}

export const nameOfUsb = (device: UsbDevice): ChosenDevice => ({
  vendorId: device.vendorId,
  productId: device.productId,
  serial: device.serialNumber ?? null,
})
export const nameOfSerial = (port: SerialPort): ChosenDevice => {
  const { usbVendorId, usbProductId } = port.getInfo()
  return { vendorId: usbVendorId ?? null, productId: usbProductId ?? null, serial: null }
}

async function send(bytes: Uint8Array<ArrayBuffer>, settings: PrintSettings, ports: Ports) {
  const chosen = settings.device
  if (!chosen) return false
  if (settings.way === 'usb') {
    const device = findAgain((await ports.usb?.getDevices()) ?? [], chosen, nameOfUsb)
    if (device) await sendByUsb(device, bytes)
    return device !== undefined
  }
  const port = findAgain((await ports.serial?.getPorts()) ?? [], chosen, nameOfSerial)
  if (port) await sendBySerial(port, bytes, settings.baudRate)
  return port !== undefined
}

/** Maps an error of WebUSB or Web Serial, by its standard name, to a refusal. */
function reasonOf(error: unknown): TillRefusal {
  if (error instanceof Trouble) return { ok: false, reason: error.reason }
  const name = error instanceof Error ? error.name : ''
  if (name === 'SecurityError' || name === 'InvalidStateError')
    return { ok: false, reason: 'pos-printer-held' }
  if (name === 'NotFoundError') return { ok: false, reason: 'pos-printer-away' }
  return { ok: false, reason: 'pos-printer-silent' }
}

/** Prints one slip at a time across all tabs, because two at once would mix on the paper. */
const inTurn = <T>(act: () => Promise<T>): Promise<T> =>
  navigator.locks.request(LOCK, act) as Promise<T>

/**
 * Sends bytes in chunks to the chosen printer, which is found and opened anew each time. Refuses when it is not
 * connected, held by another program, or silent; part of the slip may then be on paper.
 */
export async function sendToPrinter(
  bytes: Uint8Array<ArrayBuffer>,
  settings: PrintSettings,
  ports: Ports = portsOf(navigator),
): Promise<{ ok: true } | TillRefusal> {
  try {
    const isSent = await inTurn(() => send(bytes, settings, ports))
    return isSent ? { ok: true } : { ok: false, reason: 'pos-printer-away' }
  } catch (error) {
    return reasonOf(error)
  }
}
