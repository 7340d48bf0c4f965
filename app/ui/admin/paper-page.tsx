import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'

/** A page for printing, with a button that prints it. */
export const PaperPage = ({ width, children }: { width: string; children: ReactNode }) => (
  <main className={`mx-auto bg-white p-4 text-black sm:p-10 print:max-w-none print:p-0 ${width}`}>
    <div className="needs-script mb-6 print:hidden">
      <Button type="button" tone="lake" onClick={() => window.print()}>
        <Printer aria-hidden size={18} /> Print
      </Button>
    </div>
    {children}
  </main>
)
