import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { adoptSnapshot, type Snapshot, snapshot } from '../../../rules/settings/settings.ts'

/**
 * Loads the shop's settings again when the server reports a newer revision than this page has, so that whoever stays in
 * one tab reads the current texts and pays the current prices. A component of its own, because what follows the
 * router's state renders with each tap.
 */
export function FollowSettings({ revision }: { revision: string | undefined }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (revision === undefined || revision === snapshot().revision) return
    // Without a connection the next page tries again.
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
