import { X } from 'lucide-react'
import { useState } from 'react'
import { MOST_TAGS, PRODUCT_LONGEST } from '../../../rules/catalogue/product-values.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

/** Tags, added by Enter or the button; blank and duplicate tags are not added (docs/product.md, Products). */
export function TagsField({
  tags: first,
  error,
  onChange,
}: {
  tags: readonly string[]
  error: string | undefined
  onChange: () => void
}) {
  const [tags, setTags] = useState(first)
  const [typed, setTyped] = useState('')
  const add = () => {
    const tag = typed.trim()
    const isThere = tags.some((one) => one.toLowerCase() === tag.toLowerCase())
    if (tag && !isThere) setTags([...tags, tag])
    setTyped('')
    onChange()
  }
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2">
        {/* Named like the tags, so that a tag that was typed but not added is sent too. */}
        <TextField
          label="Tags"
          name="tag"
          value={typed}
          error={error}
          maxLength={PRODUCT_LONGEST.tag}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
          className="min-w-0 grow basis-36"
        />
        <Button
          type="button"
          onClick={add}
          disabled={tags.length >= MOST_TAGS}
          className="whitespace-nowrap"
        >
          Add tag
        </Button>
      </div>
      <ul aria-label="Chosen tags" className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex min-h-11 items-center rounded-full bg-sand pl-4 wrap-anywhere"
          >
            {tag}
            <input type="hidden" name="tag" value={tag} />
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              onClick={() => {
                setTags(tags.filter((one) => one !== tag))
                onChange()
              }}
              className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-line"
            >
              <X aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
