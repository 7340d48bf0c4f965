import { SHOP } from '../../shop.ts'
import { Icon } from '../kit/icon.tsx'
import type { ShellData } from './shell-data.ts'

const telephone = (phone: string) => `tel:${phone.replaceAll(' ', '')}`

/** Where the shop is, whom to call, and what is on sale; above it, that a sample shop or a test is one. */
export function TopStrip({
  shell: { isSample, testNotice },
  showAccounts,
}: {
  shell: Pick<ShellData, 'isSample' | 'testNotice'>
  showAccounts: boolean
}) {
  return (
    <>
      {isSample && <SampleStrip showAccounts={showAccounts} />}
      {testNotice ? (
        <p className="bg-sun px-4 py-1 text-center text-sm font-semibold">{testNotice}</p>
      ) : null}
      <div className="on-dark bg-night text-[0.8125rem] text-paper">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-5 px-4 py-1">
          <p className="font-semibold text-sun">{SHOP.flashSale}</p>
          <p className="flex items-center gap-1 md:ml-auto">
            <Icon
              shape="M12 21c-4-4.5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2.5 6.5-6.5 11zM12 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
              size={13}
              className="max-md:hidden"
            />
            {SHOP.location}
          </p>
          <p className="flex flex-wrap justify-between gap-x-5 max-md:w-full">
            {SHOP.phones.map((phone) => (
              // The row is thin, a thumb is not: the link reaches beyond it.
              <a
                key={phone}
                href={telephone(phone)}
                className="relative py-1 whitespace-nowrap after:absolute after:-inset-x-1 after:-inset-y-2 hover:underline"
              >
                {phone}
              </a>
            ))}
          </p>
        </div>
      </div>
    </>
  )
}

/** Nobody may take the sample shop for a real one. */
function SampleStrip({ showAccounts }: { showAccounts: boolean }) {
  return (
    <p className="bg-sand px-4 py-1 text-center text-xs wrap-anywhere text-quiet">
      This is a sample shop: nothing is sold.
      {showAccounts ? (
        <>
          {' '}
          Sign in as <strong>customer@zovala.test</strong> with the password{' '}
          <strong>zovala-demo</strong>; the staff’s accounts are in the README.
        </>
      ) : null}
    </p>
  )
}
