/**
 * Does work that only one tab may do at a time; returns false when another tab is doing it and `isPatient` is off.
 * Chromium drops a lock that is granted while a window opens ("no longer runnable"): then nothing has run, and the lock
 * is requested again.
 */
export async function oneAtATime(
  name: string,
  work: () => Promise<unknown>,
  { isPatient = true } = {},
): Promise<boolean> {
  for (;;) {
    let hasRun = false
    try {
      return await navigator.locks.request(name, { ifAvailable: !isPatient }, async (lock) => {
        hasRun = true
        if (!lock) return false
        await work()
        return true
      })
    } catch (error) {
      if (hasRun) throw error
      await new Promise((again) => setTimeout(again, 100))
    }
  }
}
