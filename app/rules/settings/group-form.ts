import { errorsByField } from '../form-fields.ts'
import type { FormGroup } from './group-fields.ts'
import { type GroupTexts, groupFrom } from './group-texts.ts'
import { GROUP_SCHEMAS, type GroupValues, typedContactSchema } from './groups.ts'

/** A group as typed, or a message for each invalid field. */
export function readGroup<G extends FormGroup>(
  group: G,
  texts: GroupTexts,
): { ok: true; edit: GroupValues[G] } | { ok: false; errors: Partial<GroupTexts> } {
  const schema = group === 'contact' ? typedContactSchema : GROUP_SCHEMAS[group]
  const read = schema.safeParse(groupFrom(group, texts))
  return read.success
    ? { ok: true, edit: read.data as GroupValues[G] }
    : { ok: false, errors: errorsByField<string>(read.error) }
}
