import type { ContactDetails } from '../../../modules/privacy/find-contact.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { DownloadData } from '../../kit/download-data.tsx'
import { Link } from '../../kit/link.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { Consents } from './consents.tsx'
import { nameOf } from './customer-table.tsx'
import { LINK } from './without-account.tsx'

const Sale = ({ sale, to }: { sale: ContactDetails['sales'][number]; to: string }) => (
  <li className="border-t border-line py-1 first:border-t-0">
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      <Link to={to} className={`${LINK} font-semibold tabular-nums`}>
        {sale.saleNumber}
      </Link>
      <span className="tabular-nums">{formatKwacha(sale.totalAmount)}</span>
    </span>
    <span className="block text-sm text-quiet wrap-anywhere">
      {[formatDate(sale.createdAt), sale.customerName ?? 'No name', sale.customerPhone]
        .filter((part) => part !== null)
        .join(' · ')}
    </span>
  </li>
)

/**
 * The data that the shop holds under an email address, a phone number or a receipt, with the acts to copy or erase it.
 */
export function ContactPanel({
  contact,
  accounts,
  newsletter,
  waitsFor,
  credits,
  vouchers,
  imported,
  sales,
  saleCount,
  perhaps,
  perhapsCount,
  canErase,
  isJustProven,
}: ContactDetails & { isJustProven: boolean }) {
  const address = useListAddress()
  return (
    <SidePanel name="contact" title={contact.value}>
      {accounts.length > 0 ? (
        <Part title="Accounts with it">
          <ul>
            {accounts.map((person) => (
              <li key={person.userId}>
                <Link
                  to={address({ contact: null, person: person.userId })}
                  className={`${LINK} wrap-anywhere`}
                >
                  {nameOf(person)}, {person.email}
                </Link>
              </li>
            ))}
          </ul>
          <p className="text-sm text-quiet">
            What belongs to an account is downloaded and erased there.
          </p>
        </Part>
      ) : null}
      {contact.kind === 'email' ? (
        <Part title="Newsletter">
          <Consents newsletter={newsletter} />
        </Part>
      ) : saleCount > 0 ? (
        <Part title={`Sales at tills: ${saleCount}`}>
          <ul>
            {sales.map((sale) => (
              <Sale
                key={sale.id}
                sale={sale}
                to={`/admin/pos-sales?search=${encodeURIComponent(sale.saleNumber)}`}
              />
            ))}
          </ul>
          {saleCount > sales.length ? (
            <p className="text-sm text-quiet">The newest; all of them are in the file.</p>
          ) : null}
        </Part>
      ) : null}
      {waitsFor > 0 ? (
        <Part title="Waiting for stock">
          <p>{`${waitsFor} ${waitsFor === 1 ? 'request' : 'requests'} to be told when something is back.`}</p>
        </Part>
      ) : null}
      {credits > 0 ? (
        <Part title="Store credit">
          <p>{`${credits} ${credits === 1 ? 'code' : 'codes'} sent to this address.`}</p>
        </Part>
      ) : null}
      {vouchers > 0 ? (
        <Part title="Gift vouchers">
          <p>{`${vouchers} bought by them or for them.`}</p>
        </Part>
      ) : null}
      {imported > 0 ? (
        <Part title="Imported files">
          <p>{`${imported} ${imported === 1 ? 'row' : 'rows'} in files of customers.`}</p>
        </Part>
      ) : null}
      {perhapsCount > 0 ? (
        <Part title={`Perhaps theirs: ${perhapsCount}`}>
          <p className="text-sm text-quiet">
            The number stands there among other words or numbers. Open each by its receipt: what is
            theirs is downloaded and erased there.
          </p>
          <ul>
            {perhaps.map((sale) => (
              <Sale
                key={sale.id}
                sale={sale}
                to={address({ contact: sale.saleNumber, erase: null })}
              />
            ))}
          </ul>
          {perhapsCount > perhaps.length ? (
            <p className="text-sm text-quiet">
              The newest; once these are erased, the others come.
            </p>
          ) : null}
        </Part>
      ) : null}
      {newsletter || waitsFor + credits + vouchers + imported + saleCount > 0 ? (
        <div className="flex flex-wrap gap-2">
          <DownloadData
            href={`/admin/customers/data.json?contact=${encodeURIComponent(contact.value)}`}
            file="personal-data.json"
            label="Download all data"
            isJustProven={isJustProven}
          />
          {canErase ? (
            <ButtonLink to={address({ erase: '1' })} preventScrollReset>
              Erase it…
            </ButtonLink>
          ) : null}
        </div>
      ) : perhapsCount > 0 ? null : (
        <p className="text-quiet">The shop holds nothing under it, outside of accounts.</p>
      )}
    </SidePanel>
  )
}
