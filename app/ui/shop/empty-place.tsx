import type { ReactNode } from 'react'

/** An empty list or a part that failed: says so on a cloth pattern, with a link or button. */
export function EmptyPlace({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="cloth-shells grid place-items-center rounded-card px-[4%] py-14">
      <div className="max-w-md min-w-0 rounded-card bg-paper px-[5%] py-6 text-center md:px-8">
        <p className="text-lg wrap-anywhere">{children}</p>
        {action ? <div className="mt-4 flex justify-center">{action}</div> : null}
      </div>
    </div>
  )
}
