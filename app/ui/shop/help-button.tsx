import { useLocation } from 'react-router'
import { chatLink } from '../../rules/phone.ts'
import { settings } from '../../rules/settings/settings.ts'
import { Icon } from '../kit/icon.tsx'

const TOOLTIP = 'Need help? Chat with us!'

/**
 * Opens the chat with the support. It floats where it covers nothing in use. On phones, and where the cart and the
 * checkout show sums and payment methods, it stands at the end of the page instead.
 */
export function HelpButton() {
  const floats = !/^\/(cart|checkout)/.test(useLocation().pathname)
  return (
    <a
      href={chatLink(settings().helpMessage, settings().supportPhone)}
      target="_blank"
      rel="noreferrer"
      className={`group z-30 mx-4 mt-10 flex min-h-12 items-center justify-center gap-2 rounded-full bg-lake px-6 font-semibold text-white hover:bg-lake-deep ${floats ? 'md:fixed md:right-6 md:bottom-6 md:mx-0 md:mt-0 md:size-14 md:px-0 md:shadow-float' : 'md:mx-auto md:w-max'}`}
    >
      <Icon shape="M4 5h16v11.500H10.500L6 20.500v-4H4z" className="shrink-0" />
      <span
        className={
          floats
            ? 'md:pointer-events-none md:absolute md:right-full md:mr-3 md:w-max md:rounded-card md:bg-night md:px-3 md:py-2 md:text-sm md:font-normal md:opacity-0 md:transition-opacity md:duration-150 md:group-hover:opacity-100 md:group-focus-visible:opacity-100'
            : ''
        }
      >
        {TOOLTIP}
      </span>
    </a>
  )
}
