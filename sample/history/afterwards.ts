// What customers write about their orders: reviews of products, and questions that staff answer.
import { and, eq, isNotNull } from 'drizzle-orm'
import { products, reviews, variants } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { answerMessage } from '../../app/modules/orders/messages/answer-message.ts'
import { keepSentence } from '../../app/modules/orders/messages/ready-sentences.ts'
import { sendMessage } from '../../app/modules/orders/messages/send-message.ts'
import { answerReview, markReviewRead } from '../../app/modules/reviews/handle-review.ts'
import { writeReview } from '../../app/modules/reviews/write-review.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { CUSTOMERS } from './customers.ts'
import type { PlannedOrder } from './plan.ts'
import { done, type Step } from './steps.ts'

type Words = {
  stars: number
  fit: 'small' | 'true' | 'large' | null
  words: string
  answer?: string
}
const REVIEWS: readonly [Words, ...Words[]] = [
  {
    stars: 5,
    fit: 'true',
    words: 'Better than in the picture. I wore it to church the same week.',
  },
  { stars: 5, fit: 'true', words: 'The color is as bright as in the picture.' },
  { stars: 4, fit: 'large', words: 'Well made. A little large for me.' },
  { stars: 5, fit: null, words: 'It came on the day that was promised, well packed.' },
  {
    stars: 3,
    fit: 'small',
    words: 'Nice, but smaller than I thought.',
    answer: 'Thank you for telling us. You can send it back from the page of your order.',
  },
  { stars: 4, fit: 'true', words: 'Good for the price. My sister has ordered one too.' },
  {
    stars: 2,
    fit: null,
    words: 'Not as strong as I thought: it was torn in the second week.',
    answer:
      'We are sorry. Bring it to the shop or write to us about the order: we mend it or give your money back.',
  },
  { stars: 5, fit: 'true', words: '' },
]
const QUESTIONS = [
  {
    kind: 'not-arrived',
    text: 'Good morning, is my parcel on its way? I will be travelling on Friday.',
    answer:
      'Good morning. It left this morning and reaches the depot tomorrow; we have written you its code.',
  },
  {
    kind: 'address',
    text: 'Please bring it to my office at the market, not to the house.',
    answer: 'Done. The driver has the new address and calls you before.',
  },
  {
    kind: 'other',
    text: 'Do you also have this in a longer length?',
    answer: 'Not at present. We can tell you by email when it comes: press "Tell me" on its page.',
  },
] as const
const SENTENCES = [
  {
    name: 'On its way',
    text: 'Hello {name}, your order {order} is on its way with {courier}. Waybill: {tracking}.',
  },
  {
    name: 'Out today',
    text: 'Hello {name}, your order {order} leaves the shop today. We write to you again when it has gone.',
  },
  {
    name: 'Wrong number',
    text: 'Hello {name}, the courier cannot reach you about {order}. Which number may they call?',
  },
]

/** Saves the ready-made sentences of the sample shop's staff. */
export async function keepSentences(shop: Shop, staff: Actor) {
  for (const sentence of SENTENCES) done(await keepSentence(shop.db, staff, sentence))
}

/** The review of an order's first product, and the shop's answer if there is one. */
export function reviewSteps(
  { nth, customer, daysAgo, lines: [line] }: PlannedOrder & { nth: number },
  userId: string,
  staff: Actor,
  morning: (days: number, minute: number) => Date,
): Step[] {
  const { answer, ...review } = REVIEWS[nth % REVIEWS.length] ?? REVIEWS[0]
  const writer = CUSTOMERS[customer]?.firstName ?? ''
  const productId = line?.productId ?? ''
  const written: Step = {
    at: morning(5, 19 * 60),
    act: async (shop) => {
      const [product] = await shop.db.select().from(products).where(eq(products.id, productId))
      const [sized] = await shop.db
        .select()
        .from(variants)
        .where(and(eq(variants.productId, productId), isNotNull(variants.size)))
      const edit = { ...review, fit: sized ? review.fit : null }
      const buyer = { userId, saleId: null }
      const writing = {
        edit: { ...edit, writer },
        remainingPhotos: [],
        newPictures: [],
        request: null,
      }
      done(await writeReview(shop, buyer, product?.slug ?? '', writing))
    },
  }
  const handled = async (shop: Shop) => {
    const found = await shop.db.select().from(reviews).where(eq(reviews.productId, productId))
    const own = found.find((review) => review.userId === userId)
    if (!own) throw new Error('The history of the sample shop: a review was not written')
    done(
      answer
        ? await answerReview(shop.db, staff, own, answer, shop.now())
        : await markReviewRead(shop.db, staff, own, shop.now()),
    )
  }
  // Staff have not read the newest reviews yet.
  return daysAgo > 14 || answer
    ? [written, { at: morning(6, 9 * 60 + 40), act: handled }]
    : [written]
}

/** A question about an order, and its answer if a morning has passed since. */
export function questionSteps(
  nth: number,
  idOf: () => string,
  buyerId: string,
  staff: Actor,
  morning: (days: number, minute: number) => Date,
): Step[] {
  const { kind, text, answer } = QUESTIONS[nth % QUESTIONS.length] ?? QUESTIONS[0]
  return [
    {
      at: morning(1, 8 * 60 + 5),
      act: async (shop) => {
        const from = { orderId: idOf(), buyerId, network: 'history' }
        done(await sendMessage(shop, from, { kind, text }))
      },
    },
    {
      at: morning(2, 9 * 60 + 15),
      act: async (shop) => {
        done(await answerMessage(shop, staff, { orderId: idOf(), text: answer, by: 'email' }))
      },
    },
  ]
}
