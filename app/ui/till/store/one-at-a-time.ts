/**
 * Does work that only one tab may do at a time; `false` when another is at it and `isPatient` is off. A
 * lock that is granted while a window is being opened is thrown away by Chromium ("no longer runnable"):
 * then nothing has run, and it is asked for again.
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
