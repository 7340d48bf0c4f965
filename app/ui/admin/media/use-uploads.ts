import { useEffect, useRef, useState } from 'react'
import type { ChosenPicture, PictureFolder } from '../../../rules/media/pictures.ts'
import { sendPicture } from './send-picture.ts'

export type Upload = {
  key: number
  name: string
  /** How much has gone out, from 0 to 1; at 1 the shop is working on it. */
  share: number
  error: string | null
  /** Sends the file once more, where that may help. */
  again: (() => void) | null
}

/**
 * Uploads, one after the other: pictures keep the order in which they were chosen, and a slow line is not
 * shared. What was refused or did not arrive stays listed with its sentence until it is cancelled or sent again.
 */
export function useUploads(folder: PictureFolder, onDone: (picture: ChosenPicture) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const line = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const change = (key: number, what: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)))
  const forget = (key: number) => {
    stops.current.delete(key)
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  async function run(key: number, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    const answer = await sendPicture(file, folder, signal, (share) => change(key, { share }))
    if (!answer) return
    if (!answer.ok) {
      const again = () => {
        change(key, { share: 0, error: null, again: null })
        start(key, file)
      }
      return change(key, { error: answer.error, again: answer.mayPass ? again : null })
    }
    forget(key)
    done.current(answer.picture)
  }

  const start = (key: number, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    line.current = line.current.then(() => run(key, file, stop.signal))
  }
  const send = (files: Iterable<File>) => {
    for (const file of files) {
      const key = (count.current += 1)
      setUploads((all) => [...all, { key, name: file.name, share: 0, error: null, again: null }])
      start(key, file)
    }
  }
  const cancel = (key: number) => {
    stops.current.get(key)?.abort()
    forget(key)
  }
  return { uploads, isBusy: uploads.some((one) => one.error === null), send, cancel }
}
