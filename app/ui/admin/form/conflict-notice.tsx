import type { Conflict } from '../../../rules/conflict.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'

const formatChange = ({ by, cause }: Conflict) =>
  by === null && cause
    ? `This has changed automatically (${cause})`
    : `${by ?? 'Somebody else'} has changed this`

/**
 * Somebody else saved first: shows both texts side by side, and overwrites nothing until the person decides. Stands
 * inside its form; its button submits that form with the version that is saved now.
 */
export const ConflictNotice = ({ conflict, reload }: { conflict: Conflict; reload: string }) => (
  <div role="alert" className="mb-4 rounded-card border-2 border-clay bg-clay-wash p-4">
    <p className="font-semibold">
      {`${formatChange(conflict)} while you were editing. Nothing of yours is saved yet.`}
    </p>
    <table className="mt-3 w-full text-left text-sm">
      <thead>
        <tr>
          <th scope="col" className="pr-3">
            Field
          </th>
          <th scope="col" className="pr-3">
            Saved now
          </th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {conflict.fields.map(({ label, mine, theirs }) => (
          <tr key={label} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-3 font-semibold">
              {label}
            </th>
            <td className="py-1 pr-3 wrap-anywhere">{theirs || '–'}</td>
            <td className="py-1 wrap-anywhere">{mine || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button name="version" value={conflict.version}>
        Save mine over it
      </Button>
      <ButtonLink
        to={reload}
        reloadDocument
        // The person chose to discard what they typed, so the browser must not ask again.
        onClick={() =>
          window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
            capture: true,
            once: true,
          })
        }
      >
        Keep what is saved
      </ButtonLink>
    </div>
  </div>
)
