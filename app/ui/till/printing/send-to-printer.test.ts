import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SerialPort, UsbDevice } from './devices.ts'
import { PLAIN_SETTINGS, type PrintSettings, readPrintSettings } from './printer-settings.ts'
import { sendToPrinter } from './send-to-printer.ts'

const bytes = Uint8Array.from({ length: 1300 }, (_, index) => index % 251)
const CHOSEN = { vendorId: 0x0416, productId: 0x5011, serial: 'A1' }
const USB: PrintSettings = { ...PLAIN_SETTINGS, way: 'usb', device: CHOSEN }
const SERIAL: PrintSettings = {
  ...PLAIN_SETTINGS,
  way: 'serial',
  baudRate: 19_200,
  device: { vendorId: null, productId: null, serial: null },
}

/** A printer whose first interface does not print, as many have. */
function aUsbPrinter(parts: Partial<UsbDevice> = {}) {
  const got: { endpoint: number; length: number }[] = []
  const paper: number[] = []
  const log: string[] = []
  const bulkOut = (endpointNumber: number) =>
    ({ endpointNumber, direction: 'out', type: 'bulk' }) as const
  const alternate = (interfaceClass: number, endpoint: number, alternateSetting = 0) => ({
    alternateSetting,
    interfaceClass,
    endpoints: [{ endpointNumber: 9, direction: 'in', type: 'bulk' } as const, bulkOut(endpoint)],
  })
  const device: UsbDevice = {
    vendorId: CHOSEN.vendorId,
    productId: CHOSEN.productId,
    serialNumber: CHOSEN.serial,
    configuration: null,
    open: async () => void log.push('open'),
    close: async () => void log.push('close'),
    selectConfiguration: async () => {
      device.configuration = {
        interfaces: [
          { interfaceNumber: 0, alternate: alternate(3, 1), alternates: [alternate(3, 1)] },
          { interfaceNumber: 1, alternate: alternate(7, 2), alternates: [alternate(7, 2, 1)] },
        ],
      }
    },
    claimInterface: async (number) => void log.push(`claim ${number}`),
    selectAlternateInterface: async (number, which) => void log.push(`use ${number}.${which}`),
    transferOut: async (endpoint, data) => {
      got.push({ endpoint, length: data.length })
      paper.push(...data)
      return { status: 'ok' }
    },
    ...parts,
  }
  return { device, got, paper, log }
}

function aSerialPrinter(write: (chunk: Uint8Array) => Promise<void> | void = () => {}) {
  const paper: number[] = []
  const log: string[] = []
  const port: SerialPort = {
    getInfo: () => ({}),
    open: async ({ baudRate }) => void log.push(`open at ${baudRate}`),
    close: async () => void log.push('close'),
    writable: new WritableStream<Uint8Array>({
      write: async (chunk) => {
        await write(chunk)
        paper.push(...chunk)
      },
    }),
  }
  return { port, paper, log }
}

const usbOf = (...devices: UsbDevice[]) => ({
  usb: {
    getDevices: async () => devices,
    requestDevice: () => Promise.reject(new Error('nobody clicked')),
  },
})
const serialOf = (...ports: SerialPort[]) => ({
  serial: {
    getPorts: async () => ports,
    requestPort: () => Promise.reject(new Error('nobody clicked')),
  },
})
const domError = (name: string) => new DOMException('no', name)

beforeEach(() => {
  let last: Promise<unknown> = Promise.resolve()
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, act: () => Promise<unknown>) => {
        last = last.then(act, act)
        return last
      },
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a USB printer', () => {
  test('gets every byte in small blocks, by its printing interface, and is closed afterwards', async () => {
    const { device, got, paper, log } = aUsbPrinter()
    expect(await sendToPrinter(bytes, USB, usbOf(device))).toEqual({ ok: true })
    expect(paper).toEqual([...bytes])
    expect(got).toEqual([
      { endpoint: 2, length: 512 },
      { endpoint: 2, length: 512 },
      { endpoint: 2, length: 276 },
    ])
    expect(log).toEqual(['open', 'claim 1', 'use 1.1', 'close'])
  })

  test('is the chosen one of two alike; without its serial number it is any of its model', async () => {
    const other = aUsbPrinter({ serialNumber: 'B2' })
    const mine = aUsbPrinter()
    await sendToPrinter(bytes, USB, usbOf(other.device, mine.device))
    expect([other.paper.length, mine.paper.length]).toEqual([0, 1300])
    await sendToPrinter(bytes, USB, usbOf(other.device))
    expect(other.paper).toHaveLength(1300)
  })

  test('is reported when it is not plugged in, and no other device gets anything', async () => {
    const stick = aUsbPrinter({ vendorId: 0x1234 })
    const away = { ok: false, reason: 'pos-printer-away' }
    expect(await sendToPrinter(bytes, USB, usbOf(stick.device))).toEqual(away)
    expect(await sendToPrinter(bytes, USB, {})).toEqual(away)
    expect(stick.log).toEqual([])
  })

  test('is reported when another program uses it', async () => {
    const held = { ok: false, reason: 'pos-printer-held' }
    const windows = aUsbPrinter({ open: () => Promise.reject(domError('SecurityError')) })
    expect(await sendToPrinter(bytes, USB, usbOf(windows.device))).toEqual(held)
    const linux = aUsbPrinter({ claimInterface: () => Promise.reject(domError('NetworkError')) })
    expect(await sendToPrinter(bytes, USB, usbOf(linux.device))).toEqual(held)
    expect(linux.log).toEqual(['open', 'close'])
  })

  test('is given up and closed after a while when it has no paper and does not answer', async () => {
    vi.useFakeTimers()
    const { device, log } = aUsbPrinter({ transferOut: () => new Promise(() => {}) })
    const sent = sendToPrinter(bytes, USB, usbOf(device))
    await vi.advanceTimersByTimeAsync(8000)
    expect(await sent).toEqual({ ok: false, reason: 'pos-printer-silent' })
    expect(log.at(-1)).toBe('close')
  })

  test('is not reported as printed when it stops in the middle', async () => {
    const stalls = aUsbPrinter({ transferOut: async () => ({ status: 'stall' }) })
    const pulled = aUsbPrinter({ transferOut: () => Promise.reject(domError('NetworkError')) })
    const silent = { ok: false, reason: 'pos-printer-silent' }
    expect(await sendToPrinter(bytes, USB, usbOf(stalls.device))).toEqual(silent)
    expect(await sendToPrinter(bytes, USB, usbOf(pulled.device))).toEqual(silent)
  })

  test('prints two simultaneous slips one after the other', async () => {
    const { device, log, paper } = aUsbPrinter()
    const slips = [bytes.slice(0, 600), bytes.slice(600)]
    await Promise.all(slips.map((slip) => sendToPrinter(slip, USB, usbOf(device))))
    expect(log.filter((what) => what === 'open' || what === 'close')).toEqual([
      'open',
      'close',
      'open',
      'close',
    ])
    expect(paper).toEqual([...bytes])
  })
})

describe('a printer on a serial port', () => {
  test('gets every byte at its own speed, and the port is closed afterwards', async () => {
    const { port, paper, log } = aSerialPrinter()
    expect(await sendToPrinter(bytes, SERIAL, serialOf(port))).toEqual({ ok: true })
    expect(paper).toEqual([...bytes])
    expect(log).toEqual(['open at 19200', 'close'])
  })

  test('is given up without an answer, and the port is released', async () => {
    vi.useFakeTimers()
    const { port, log } = aSerialPrinter(() => new Promise(() => {}))
    const sent = sendToPrinter(bytes, SERIAL, serialOf(port))
    await vi.advanceTimersByTimeAsync(8000)
    expect(await sent).toEqual({ ok: false, reason: 'pos-printer-silent' })
    expect(log.at(-1)).toBe('close')
  })
})

describe('the printer settings of a device', () => {
  test('are read as they were stored', () => {
    expect(readPrintSettings({ ...USB, columns: 48, drawer: 5 })).toEqual({
      ...USB,
      columns: 48,
      drawer: 5,
    })
  })

  test('are the defaults when they cannot be read', () => {
    for (const kept of [null, '', '{"way":', 7, { columns: 33, way: 'fax' }])
      expect(readPrintSettings(kept), JSON.stringify(kept)).toEqual(PLAIN_SETTINGS)
    expect(readPrintSettings({ way: 'usb' })).toEqual(PLAIN_SETTINGS)
  })
})
