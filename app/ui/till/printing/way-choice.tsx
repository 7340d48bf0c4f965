import { useId } from 'react'
import { Button } from '../../kit/button.tsx'
import { useIsLive } from '../../kit/use-is-live.ts'
import { portsOf } from './devices.ts'
import type { PrintSettings } from './printer-settings.ts'

const WAYS = {
  window: 'In a window, on any printer of this device',
  usb: 'On a receipt printer, by USB',
  serial: 'On a receipt printer, by a serial port or Bluetooth',
} as const

export function WayChoice(props: {
  settings: PrintSettings
  onChange: (way: PrintSettings['way']) => void
}) {
  const name = useId()
  const isLive = useIsLive()
  const ports = isLive ? portsOf(navigator) : {}
  const isThere = { window: true, usb: Boolean(ports.usb), serial: Boolean(ports.serial) }
  const { way: chosen } = props.settings
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Print receipts</legend>
      {(['window', 'usb', 'serial'] as const).map((way) => (
        <div key={way} className="flex flex-wrap items-center gap-x-3">
          <label className="flex min-h-12 flex-1 items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0"
              checked={chosen === way}
              disabled={!isThere[way]}
              onChange={() => props.onChange(way)}
            />
            <span>
              {WAYS[way]}
              {isThere[way] ? null : (
                <span className="block text-sm text-quiet">
                  This browser cannot do that: use Chrome or Edge, over https.
                </span>
              )}
            </span>
          </label>
          {chosen === way && way !== 'window' ? (
            <Button type="button" className="min-h-12" onClick={() => props.onChange(way)}>
              Choose another
            </Button>
          ) : null}
        </div>
      ))}
    </fieldset>
  )
}
