import { settings } from '../../../rules/settings/settings.ts'
import { ReadingPage } from '../../../ui/shop/reading-page.tsx'
import { headersForEveryVisitor } from '../../../web/page-headers.ts'

export const headers = headersForEveryVisitor
export const meta = () => [
  { title: `Privacy Policy | ${settings().name}` },
  {
    name: 'description',
    content: `What ${settings().name} knows about you, why, and how to have it removed.`,
  },
]

export default function PrivacyPolicy() {
  return (
    <ReadingPage
      title="Privacy Policy"
      intro="What we know about you, why we need it, and how to have it removed."
    >
      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, email address, and your password in a form that
          nobody can read, ourselves included.
        </li>
        <li>
          <strong>Your orders:</strong> what you bought, where it was sent, the phone number for the
          courier, and what was paid.
        </li>
        <li>
          <strong>Your cart, wishlist and addresses,</strong> so that they are there when you come
          back.
        </li>
        <li>
          <strong>The newsletter:</strong> your email address, only if you asked for it and
          confirmed it.
        </li>
      </ul>
      <h2>What we do not do</h2>
      <ul>
        <li>We do not sell or lend your data to anyone.</li>
        <li>No advertisers’ trackers run on these pages.</li>
        <li>
          We never see the PIN of your mobile money or the number of your card: you give them to the
          payment provider, on its own page.
        </li>
      </ul>
      <h2>Who else receives something</h2>
      <p>
        The courier receives your name, address and phone number to deliver. The payment provider
        receives your name, email address and the amount. Nobody else receives anything unless the
        law of Malawi demands it.
      </p>
      <h2>Cookies</h2>
      <p>We set only the cookies that a shop needs. None of them follows you elsewhere.</p>
      <ul>
        <li>One keeps you signed in until you sign out, or have been away for 30 days.</li>
        <li>One carries a message from one page to the next, for a minute.</li>
        <li>
          One remembers what you wanted to put into your cart before you signed in, for an hour.
        </li>
        <li>
          One remembers the numbers of the last orders placed in this browser, for a day, so that
          you see what became of them.
        </li>
      </ul>
      <p>
        The size that you say you usually wear is kept by your browser on your device. We never see
        it.
      </p>
      <h2>How long</h2>
      <p>
        Orders are kept for as long as the tax law demands. All else goes when you ask us to close
        your account.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see what we keep about you, correct it, or have it removed. Write to{' '}
        <a href={`mailto:${settings().email}`}>{settings().email}</a>, and a person will answer.
      </p>
    </ReadingPage>
  )
}
