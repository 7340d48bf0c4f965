import { ExternalLink, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { chatLink, readPhone } from '../../../../rules/phone.ts'
import { settings } from '../../../../rules/settings/settings.ts'
import { QrCode } from '../../../kit/qr-code.tsx'
import { Press } from '../../kit/buttons.tsx'

const LINK =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold hover:bg-sand'

/** The address of the payment page, for the customer's phone: to scan, to be sent, or to be opened here. */
export function PayCode({ url, phone }: { url: string; phone: string | null }) {
  const number = readPhone(phone ?? '')
  return (
    <>
      <QrCode text={url} label="Code that leads to the payment page" />
      <div className="grid justify-items-center gap-2 md:order-1 md:self-start">
        <p className="text-center font-semibold text-balance md:text-lg">
          The customer scans this with the phone’s camera and pays there.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <a href={url} className={LINK}>
            <ExternalLink aria-hidden size={18} />
            Open the payment page here
          </a>
          <CopyLink url={url} />
          {number ? (
            <a
              href={chatLink(`${settings().name}: ${url}`, number)}
              target="_blank"
              rel="noreferrer"
              className={LINK}
            >
              <MessageCircle aria-hidden size={18} />
              Send by WhatsApp
            </a>
          ) : null}
        </div>
        <p className="w-full truncate text-center text-xs text-quiet select-all" title={url}>
          {url}
        </p>
      </div>
    </>
  )
}

function CopyLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // The address is shown below and can be selected by hand.
      () => setCopied(false),
    )
  return (
    <Press className="px-3" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy the link'}</span>
    </Press>
  )
}
