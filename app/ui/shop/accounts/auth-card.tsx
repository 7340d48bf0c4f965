import { type ReactNode, useEffect, useRef } from 'react'
import type { Message } from '../../../rules/messages/message.ts'
import type { Toast } from '../../../rules/messages/toast.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { ARROW_LEFT } from '../shapes.ts'

type Notice = Message & Pick<Toast, 'tone'> & { more?: string }

/** Shows what was done or refused; screen readers read a refusal aloud at once. */
export function NoticeBox({ notice }: { notice: Notice }) {
  const look =
    notice.tone === 'bad' ? 'border-alarm bg-alarm-wash' : 'border-leaf bg-leaf-wash text-ink'
  return (
    <div
      role={notice.tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-card border-l-8 px-4 py-3 ${look}`}
    >
      <p className="font-semibold">{notice.title}</p>
      {[notice.description, notice.more].map((words) =>
        words ? (
          <p key={words} className="wrap-anywhere">
            {words}
          </p>
        ) : null,
      )}
    </div>
  )
}

/** The frame of the sign-in page: a link back, a heading, a notice, and one form. */
export function AuthCard({
  title,
  notice,
  result,
  children,
}: {
  title: string
  notice: Notice | null
  /** Changes with every answer, so that the page scrolls to the notice. */
  result: unknown
  children: ReactNode
}) {
  const messageBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) messageBox.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <div className="cloth-shells px-4 py-3 md:py-14">
      <div className="mx-auto max-w-md">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2 rounded-card bg-paper px-4 font-semibold text-lake underline-offset-4 hover:underline"
        >
          <Icon shape={ARROW_LEFT} size={18} /> Back to {settings().name}
        </Link>
        <div className="mt-2 overflow-hidden rounded-card bg-sheet shadow-float md:mt-3">
          <div aria-hidden className="cloth-hairline" />
          <div className="px-5 py-5 md:px-9 md:py-9">
            <h1 className="text-4xl">{title}</h1>
            <div ref={messageBox} className="mt-5 empty:hidden">
              {notice ? <NoticeBox notice={notice} /> : null}
            </div>
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}
