// What we use of WebUSB and Web Serial (Chromium only; TypeScript's DOM does not know them).

export type UsbEndpoint = { endpointNumber: number; direction: 'in' | 'out'; type: string }
export type UsbAlternate = {
  alternateSetting: number
  interfaceClass: number
  endpoints: UsbEndpoint[]
}
export type UsbInterface = {
  interfaceNumber: number
  alternate: UsbAlternate
  alternates: UsbAlternate[]
}
export type UsbDevice = {
  vendorId: number
  productId: number
  serialNumber?: string | undefined
  productName?: string | undefined
  configuration: { interfaces: UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  selectAlternateInterface(number: number, alternate: number): Promise<void>
  transferOut(
    endpoint: number,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<{ status?: 'ok' | 'stall' | 'babble' }>
}
export type Usb = {
  getDevices(): Promise<UsbDevice[]>
  requestDevice(options: { filters: { classCode: number }[] }): Promise<UsbDevice>
}

export type SerialPort = {
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>
  close(): Promise<void>
  writable: WritableStream<Uint8Array> | null
}
export type Serial = {
  getPorts(): Promise<SerialPort[]>
  requestPort(): Promise<SerialPort>
}

/** The ways to a printer that this browser supports. */
export type Ports = { usb?: Usb; serial?: Serial }

export const portsOf = (from: Navigator): Ports => from as Navigator & Ports
