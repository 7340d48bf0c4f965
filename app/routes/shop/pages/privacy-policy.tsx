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

/** Every cookie that the shop sets (tests/structure/cookies.test.ts compares them with the code). */
const COOKIES: readonly (readonly [name: string, text: string])[] = [
  [
    'zovala.session_token',
    'keeps you signed in until you sign out, or have been away for 30 days.',
  ],
  [
    'zovala-device',
    'tells us that you have signed in here before, for 400 days: we email you when your account is opened on a new device.',
  ],
  ['zovala.second-step', 'holds the first half of a sign-in that has two steps, for ten minutes.'],
  ['zovala-passkey', 'holds the question that your passkey answers, for ten minutes.'],
  ['zovala.confirming', 'remembers where your confirmation email went, for ten minutes.'],
  ['zovala.flash', 'carries a message from one page to the next, for a minute.'],
  [
    'zovala.wanted',
    'remembers what you wanted to put into your cart before you signed in, for an hour.',
  ],
  ['district', 'remembers the district that you chose to see its delivery days, for a year.'],
  [
    'zovala.placed',
    'remembers the numbers of the last orders placed in this browser, for a day, so that you see what became of them.',
  ],
  ['zovala.receipt', 'remembers the receipt whose code you gave to write a review, for an hour.'],
  ['zovala.steps', 'hides the first steps from the people who run the shop, for a year.'],
  ['zovala.unsent', 'counts on a till of the shop what it has still to send, for 30 days.'],
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
          <strong>Your reviews:</strong> stars, fit, words and photos, with the name that you chose
          to show beside them.
        </li>
        <li>
          <strong>Back in stock:</strong> the email address or phone number that you left to be told
          when something is here again.
        </li>
        <li>
          <strong>Gift vouchers:</strong> name, email address and phone number of who bought one,
          and the name, email address and message for who gets it.
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
        {COOKIES.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ul>
      <p>
        The size that you say you usually wear, the products that you looked at and what waits for
        the connection are kept by your browser on your device, not by us.
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
