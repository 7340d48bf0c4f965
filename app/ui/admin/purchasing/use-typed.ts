import { useState } from 'react'
import { plainAmount } from '../../../rules/money.ts'
import type { DeliveryLine } from '../../../rules/purchasing/deliveries.ts'
import {
  HEAD_FIELDS,
  readShown,
  wasField,
  writeShown,
} from '../../../rules/purchasing/delivery-form.ts'

const NUMBER = /^(n|cost):/
type Fields = Readonly<Record<string, string>>
const NOTHING: { typed: Fields; sent: Fields } = { typed: {}, sent: {} }
const readNumbers = (form: HTMLFormElement): Fields =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      NUMBER.test(name) && typeof value === 'string' ? [[name, plainAmount(value.trim())]] : [],
    ),
  )

/** The hidden fields of supplier, day and note, with what the form sends of these now. */
function readSentTexts(form: HTMLFormElement): Fields {
  const fields = new FormData(form)
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(
    HEAD_FIELDS.map((name) => {
      const shown = readShown(text(wasField(name)))
      const now = text(name).trim()
      return [wasField(name), writeShown(shown.at(-1) === now ? shown : [...shown, now])]
    }),
  )
}

/**
 * Tracks what a delivery's page knows beyond the server's data: what is typed now, for its sum, and what it has sent
 * for each field, so that the echo of its own save is not taken for somebody else's change. Both end with the
 * next `lines`.
 */
export function useTyped(lines: readonly DeliveryLine[]) {
  const [known, setKnown] = useState<{ of: readonly DeliveryLine[]; typed: Fields; sent: Fields }>()
  const { typed, sent } = known?.of === lines ? known : NOTHING
  return {
    typed,
    sent,
    noteTyped: (form: HTMLFormElement) => setKnown({ of: lines, typed: readNumbers(form), sent }),
    noteSent: (form: HTMLFormElement) => {
      const now = readNumbers(form)
      const next = Object.entries(now).map(([name, value]) => [
        name,
        `${sent[name] ?? ''},${value}`,
      ])
      setKnown({
        of: lines,
        typed: now,
        sent: { ...Object.fromEntries(next), ...readSentTexts(form) },
      })
    },
  }
}

/**
 * The fields of a refused form that were typed into, each with what its page was shown: the next press still does not
 * save over what another device has changed meanwhile. A field that nobody touched shows the current value.
 */
export const readChanged = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const [kind, key] = name.split(':')
      if (kind !== 'n' && kind !== 'cost') return []
      const was = kind === 'n' ? `was:${key}` : `wascost:${key}`
      const received = `received:${key}`
      const shown = (fields[was] ?? '').split(',')
      const now = plainAmount(value.trim())
      if (shown.every((one) => now === (kind === 'n' && one === '0' ? '' : one))) return []
      return [name, was, received].map((one) => [one, fields[one] ?? ''])
    }),
  )
