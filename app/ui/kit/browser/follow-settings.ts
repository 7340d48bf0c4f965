import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { adoptSnapshot, type Snapshot, snapshot } from '../../../rules/settings/settings.ts'

/**
 * Takes the shop's settings anew when the server says that it works with others than this page: who stays in one
 * tab reads and pays what the shop says now. A part by itself: what follows the router's state is rendered anew
 * with each tap.
 */
export function FollowSettings({ revision }: { revision: string | undefined }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (revision === undefined || revision === snapshot().revision) return
    // Without a connection the next page asks again.
    const taken = fetch('/settings.json').then((answer) => answer.json() as Promise<Snapshot>)
    taken.then(
      (brought) => {
        adoptSnapshot(brought)
        void revalidate()
      },
      () => {},
    )
  }, [revision, revalidate])
  return null
}
