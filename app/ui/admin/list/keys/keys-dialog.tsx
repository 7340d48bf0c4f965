import { Button } from '../../../kit/button.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { CheckField } from '../../../kit/field.tsx'
import { KEYS_ON } from './keys-switch.ts'

const KEYS = [
  [['/'], 'to the search'],
  [['j', '↓'], 'to the next row; ↓ from a row on'],
  [['k', '↑'], 'to the row before'],
  [['Enter'], 'opens the row'],
  [['x'], 'ticks the row, where rows can be ticked'],
  [['Esc'], 'closes what is open beside the list'],
  [['?'], 'this window'],
] as const

/** The keyboard shortcuts of a list, and the switch that turns them off. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOn = KEYS_ON.use()
  return (
    <Dialog title="Keys of this list" onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {KEYS.map(([keys, what]) => (
          <div key={what} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-block min-w-8 rounded-card border border-edge bg-sand px-2 py-0.5 text-center font-body font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-3">
        <CheckField
          label="Keys are on, on this device"
          checked={isOn}
          onChange={({ currentTarget }) => KEYS_ON.change(() => currentTarget.checked)}
        />
        <p className="text-sm text-quiet">
          Switch them off where spoken words or a stuck key press them by mistake.
        </p>
      </div>
      <div className="mt-4 flex justify-end">
        <Button type="button" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
