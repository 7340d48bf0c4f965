import { settings } from '../../rules/settings/settings.ts'
import { Icon } from '../kit/icon.tsx'
import type { ShellData } from './shell-data.ts'

const Phones = ({ className }: { className: string }) =>
  settings().phones.map((phone) => (
    <a key={phone} href={`tel:${phone.replaceAll(' ', '')}`} className={className}>
      {phone}
    </a>
  ))

/**
 * The shop's place, phone numbers and sale; above it, notices of a sample shop or of test payments. Phones show it only
 * on the home page, and elsewhere in the menu (`ShopContact`), because their header is one row.
 */
export function TopStrip({
  shell: { isSample, testNotice },
  showAccounts,
  isOnPhones,
}: {
  shell: Pick<ShellData, 'isSample' | 'testNotice'>
  showAccounts: boolean
  isOnPhones: boolean
}) {
  return (
    <>
      {isSample && <SampleStrip showAccounts={showAccounts} />}
      {testNotice ? (
        <p className="bg-sun px-4 py-1 text-center text-sm font-semibold">{testNotice}</p>
      ) : null}
      <div
        className={`on-dark bg-night text-[0.8125rem] text-paper ${isOnPhones ? '' : 'max-md:hidden'}`}
      >
        {/*
         * On phones two rows; the links keep a thumb's height, half of it over the first row, which nobody presses.
         */}
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-5 px-4 pt-1.5 md:py-1">
          <p className="font-semibold text-sun">{settings().flashSale}</p>
          <p className="flex items-center gap-1 md:ml-auto">
            <Icon
              shape="M12 21c-4-4.5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2.5 6.5-6.5 11zM12 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
              size={13}
              className="max-md:hidden"
            />
            {settings().location}
          </p>
          <p className="flex flex-wrap gap-x-5 max-md:-mt-3 max-md:w-full max-md:justify-between">
            <Phones className="py-3 hover:underline focus-visible:-outline-offset-3 md:py-1" />
          </p>
        </div>
      </div>
    </>
  )
}

/** The same for the menu of phones. */
export const ShopContact = () => (
  <div className="pt-3">
    <p className="font-semibold text-clay">{settings().flashSale}</p>
    <p className="mt-1 text-quiet">{settings().location}</p>
    <p className="flex flex-wrap gap-x-6">
      <Phones className="inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4" />
    </p>
  </div>
)

/** Says that this is a sample shop, so that nobody takes it for a real one. */
function SampleStrip({ showAccounts }: { showAccounts: boolean }) {
  return (
    <p className="bg-sand px-4 py-1 text-center text-xs wrap-anywhere text-quiet">
      This is a sample shop: nothing is sold.
      {showAccounts ? (
        <>
          {' '}
          Sign in as <strong>customer@zovala.test</strong>, or as the staff do: super@, admin@ or
          cashier@zovala.test; the password is <strong>zovala-demo</strong>.
        </>
      ) : null}
    </p>
  )
}
