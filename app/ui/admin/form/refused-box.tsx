import type { Message } from '../../../rules/messages/message.ts'

/** Why a form was not saved, above its fields: the refusal's title and its sentence. */
export const RefusedBox = ({
  refusal: { title, description },
  className = '',
}: {
  refusal: Message
  className?: string
}) => (
  <div
    role="alert"
    tabIndex={-1}
    className={`rounded-card bg-alarm-wash p-3 text-alarm ${className}`}
  >
    <p className="font-semibold">{title}</p>
    {description ? <p>{description}</p> : null}
  </div>
)
