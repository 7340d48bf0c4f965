import { Download, FolderOpen, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatAmount } from '../../rules/money.ts'
import { formatAge, formatStorage } from './connection-texts.ts'
import { Press } from './kit/buttons.tsx'
import { Fact } from './kit/fact.tsx'
import { Sheet, type SheetProps } from './kit/sheet.tsx'
import { useNow } from './kit/use-now.ts'
import { notifySuccess, wasDone } from './notify.ts'
import { flush } from './store/sync/outbox.ts'
import { loadUnsent, saveUnsent } from './store/sync/unsent.ts'

/** Downloads a file. */
function hand(name: string, file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Shows what only this device has, and how to bring it to the server. */
export function UnsentPanel({ till: { connection, catalogue, storage }, onClose }: SheetProps) {
  const now = useNow()
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const storageWords = formatStorage(storage)
  const send = async () => {
    setBusy(true)
    try {
      wasDone(await flush({ isRequested: true }))
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    const { name, file, count } = await saveUnsent()
    hand(name, file)
    notifySuccess('unsent-saved', { count })
  }
  const load = async (file: File) => {
    const done = await loadUnsent(file)
    if (wasDone(done)) notifySuccess('unsent-loaded', done)
  }
  return (
    <Sheet title="Connection and unsent sales" onClose={onClose} width="narrow">
      <dl className="grid gap-3">
        <Fact label="Connection">
          {connection.isOnline ? 'Online' : 'Offline: cash sales go on'}
        </Fact>
        <Fact label="Prices and stock">
          {catalogue
            ? `${formatAmount(catalogue.count)} items, checked ${formatAge(catalogue.seenAt, now)}`
            : 'Not here yet'}
        </Fact>
        <Fact label="Not sent yet">
          {connection.unsent === 0
            ? 'Nothing: the server has it all'
            : formatAmount(connection.unsent)}
        </Fact>
        {connection.lastError && connection.unsent > 0 ? (
          <Fact label="Last answer">{connection.lastError}</Fact>
        ) : null}
      </dl>
      {storageWords ? (
        <p className="mt-4 rounded-card bg-clay-wash p-3 text-ink">{storageWords}</p>
      ) : null}
      <div className="mt-5 grid gap-2">
        <Press
          tone="lake"
          aria-busy={isBusy || connection.isSending}
          disabled={isBusy || connection.unsent === 0}
          onClick={() => void send()}
        >
          <RefreshCw aria-hidden size={18} />
          {isBusy || connection.isSending ? 'Sending…' : 'Send now'}
        </Press>
        <Press disabled={connection.unsent === 0} onClick={() => void save()}>
          <Download aria-hidden size={18} />
          Save to a file
        </Press>
        <Press onClick={() => chooser.current?.click()}>
          <FolderOpen aria-hidden size={18} />
          Load a file from another device
        </Press>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label="File of unsent sales"
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void load(file)
          }}
        />
      </div>
      <p className="mt-4 text-sm text-quiet">
        Sales are sent by themselves when there is a connection, each exactly once.
      </p>
    </Sheet>
  )
}
