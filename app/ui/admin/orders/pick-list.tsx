import { type KeyboardEvent, useRef, useState } from 'react'
import { formatLinePicture } from '../../../rules/messages/catalogue/choice.ts'
import { formatPreorderLine } from '../../../rules/messages/stock/preorders.ts'
import { TextField } from '../../kit/field.tsx'
import { Picture } from '../../kit/picture.tsx'
import { CameraButton } from '../form/camera-button.tsx'
import { choiceOf, type ShownLine } from './lines.tsx'
import { scanInto } from './pick-scan.ts'

export type PickLine = ShownLine & {
  shelf: string | null
  /** The codes that a scanner may read on it. */
  codes: readonly string[]
}

/**
 * The lines of a parcel with picture, SKU and storage place, each ticked when it is packed. A scanner or the camera
 * ticks a line once all its units were scanned. Without scripts the boxes are ticked by hand.
 */
export function PickList({ lines }: { lines: readonly PickLine[] }) {
  const boxes = useRef(new Map<string, HTMLInputElement>())
  const scanned = useRef(new Map<string, number>())
  const [{ message, isWrong }, showResult] = useState({ message: '', isWrong: false })
  function scan(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const field = event.currentTarget
    const code = field.value.trim()
    field.value = ''
    if (code !== '') take(code)
  }
  function take(code: string) {
    const { message, line, count, isWhole } = scanInto(lines, code, {
      isIn: (id) => boxes.current.get(id)?.checked ?? false,
      countOf: (id) => scanned.current.get(id) ?? 0,
    })
    if (line && count) scanned.current.set(line, count)
    const box = line ? boxes.current.get(line) : undefined
    if (box && isWhole) box.checked = true
    showResult({ message, isWrong: line === undefined })
  }
  return (
    <>
      <div className="needs-script">
        <div className="flex items-end gap-2">
          <TextField
            label="Scan what you pick"
            className="min-w-0 grow"
            inputMode="none"
            autoComplete="off"
            onKeyDown={scan}
            placeholder="A barcode or SKU, then Enter"
          />
          <CameraButton onCode={take} isMany message={message} />
        </div>
        {/* Clear of the focus ring of the field above. */}
        <output
          className={`mt-2 block min-h-6 text-sm font-semibold ${isWrong ? 'text-alarm' : ''}`}
        >
          {message}
        </output>
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="border-t border-line">
            <label className="flex min-h-11 items-center gap-3 py-2">
              <input
                ref={(box) => {
                  if (box) boxes.current.set(line.id, box)
                }}
                type="checkbox"
                name="line"
                value={line.id}
                required
                className="size-6 shrink-0"
              />
              <span className="w-14 shrink-0">
                {line.picture ? <Picture picture={line.picture} alt="" sizes="56px" /> : null}
              </span>
              <span className="min-w-0 grow wrap-anywhere">
                <span className="block font-semibold">
                  {line.quantity > 1 ? (
                    <strong className="mr-1 rounded-card bg-sun px-1.5 text-night">
                      {line.quantity} ×
                    </strong>
                  ) : null}
                  {line.name}
                </span>
                <span className="block text-sm">{choiceOf(line)}</span>
                <span className="block text-sm font-semibold empty:hidden">
                  {formatPreorderLine(line)}
                </span>
                <span className="block text-sm text-quiet">
                  {line.picture ? formatLinePicture(line.picture) : null} {line.sku}
                </span>
                {line.shelf ? (
                  <span className="block text-sm font-semibold">Shelf {line.shelf}</span>
                ) : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
