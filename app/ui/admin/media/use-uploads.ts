import { useEffect, useRef, useState } from 'react'
import type { ChosenPicture, PictureFolder } from '../../../rules/media/pictures.ts'
import { mediaRefusals } from '../../../rules/messages/media/media.ts'
import { type HeicRefusal, isHeic, toJpeg } from '../../kit/heic/heic.ts'
import { sendPicture, type UploadResult } from './send-picture.ts'

const heicRefusal = (reason: HeicRefusal): UploadResult => ({
  ok: false,
  error: mediaRefusals[reason].description,
  mayPass: reason === 'heic-lost' || reason === 'heic-memory',
})

export type Upload = {
  key: number
  name: string
  /** The share that was sent, from 0 to 1; at 1 the shop is processing the file. */
  share: number
  /** Whether a HEIC photo is being converted to JPEG, before anything is sent. */
  isConverting: boolean
  error: string | null
  /** Sends the file again; null when that cannot help. */
  again: (() => void) | null
}

const waiting = (key: number, { name }: File): Upload => ({
  key,
  name,
  share: 0,
  isConverting: false,
  error: null,
  again: null,
})

/**
 * Uploads files one after the other, so that pictures keep the order in which they were chosen and do not share a slow
 * connection. A refused or lost upload stays listed with its message until it is cancelled or sent again.
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
    const answer = await convertAndSend(key, file, signal)
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

  async function convertAndSend(key: number, file: File, signal: AbortSignal) {
    const send = (what: File) =>
      sendPicture(what, folder, signal, (share) => change(key, { share }))
    if (!(await isHeic(file))) return send(file)
    change(key, { isConverting: true })
    const made = await toJpeg(file, signal)
    change(key, { isConverting: false })
    if (!made) return null
    return made.ok ? send(made.file) : heicRefusal(made.reason)
  }

  const start = (key: number, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    line.current = line.current.then(() => run(key, file, stop.signal))
  }
  const send = (files: Iterable<File>) => {
    for (const file of files) {
      const key = (count.current += 1)
      setUploads((all) => [...all, waiting(key, file)])
      start(key, file)
    }
  }
  const cancel = (key: number) => {
    stops.current.get(key)?.abort()
    forget(key)
  }
  return { uploads, isBusy: uploads.some((one) => one.error === null), send, cancel }
}
