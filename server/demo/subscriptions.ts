import { languageTags, type Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeMandate } from '#server/subscription-store/mandates.ts'
import { createPrice } from '#server/prices/create.ts'
import type { PastEffect } from '#server/providers/simulator/past.ts'
import { createSubscription } from '#server/subscriptions/create.ts'
import { Agenda } from './agenda.ts'
import { audited } from './audited.ts'
import { authorsOf } from './authors.ts'
import { chanceOf, type Chance } from './chance.ts'
import { closePast } from './past.ts'
import { shopperOf } from './profiles.ts'
import { goOn, later, perform, type Tale, type Told } from './subscription-acts.ts'
import { agreeOnly, setUpPaid, type Means } from './subscription-payments.ts'
import { demoPrices, type DemoPrice, type DemoSeller } from './subscription-prices.ts'
import { stories, type Story } from './subscription-stories.ts'

interface Wish {
  seller: DemoSeller
  /** How many at most. */
  subscriptions: number
  seed?: number
}
const dayMs = 86_400_000
const most: Record<DemoSeller, number> = { acme: 150, delta: 28 }

/**
 * Gives a demo merchant prices and a year of subscriptions: made, set up, charged, changed, paused and cancelled by the functions of the
 * calls and jobs, each at its moment of the past and in their order. What is yet to come is left to the jobs. The same seed and moment make
 * up the same.
 * @returns what the provider is to know of it.
 */
export async function seedSubscriptions(
  ctx: Ctx,
  { seller, subscriptions, seed = 20_263 }: Wish,
): Promise<PastEffect[]> {
  const chance = chanceOf(seed + seller.length)
  const people = await authorsOf(ctx, 'payment-admin')
  const tale: Tale = { agenda: new Agenda(), chance, past: [], people, until: ctx.now, prices: {}, next: new Map() }
  const prices: Partial<Record<Story['price'], DemoPrice>> = demoPrices[seller]
  for (const [name, price] of Object.entries(prices) as [Story['price'], DemoPrice][])
    tale.agenda.add(new Date(ctx.now.getTime() - price.madeDaysAgo * dayMs), async (then) => {
      const { madeDaysAgo: _, ...said } = price
      const plan_type = said.amount === undefined ? 'ONDEMAND' : 'REGULAR'
      const made = await audited(then.with({ actor: people.admin }), 'price.create', (user) =>
        Promise.resolve(createPrice(user, { ...said, plan_type })),
      )
      tale.prices[name] = made.price_ref
    })
  const sold = stories.filter(({ price, only = seller }) => prices[price] && only === seller)
  for (const [number, story] of chosen(sold, Math.min(subscriptions, most[seller]), chance).entries()) {
    const price = prices[story.price]
    if (!price) continue
    tale.agenda.add(madeAt(ctx.now, story, price, chance), (then) => begin(then, { number, story, price }, tale))
  }
  // Freshly filled tables have no statistics yet, and many a look-up would read them whole.
  for (const daysAgo of [300, 150]) tale.agenda.add(new Date(ctx.now.getTime() - daysAgo * dayMs), analyze)
  await tale.agenda.run(ctx.now, (now) => {
    const { ip: address, device: userAgent } = shopperOf(Math.floor(400 * chance.next()))
    return ctx.with({ now, requestId, client: { ...ctx.client, address, userAgent } })
  })
  await endRevocations(ctx, tale)
  await closePast(ctx, { requestId, about: 'subscription', kinds: told })
  return tale.past
}
const requestId = 'demo-subscriptions'
const told = [
  'subscription_payment_failed',
  'subscription_recovered',
  'subscription_cancelled',
  'refund_succeeded',
] as const

const analyze = async (ctx: Ctx) =>
  void (await ctx.tx.query('analyze mandates, subscriptions, subscription_charges, subscription_messages', []))

/** Each story once, then the others of those with several, in no order; of fewer the first. */
function chosen(all: readonly Story[], most: number, chance: Chance): Story[] {
  const each = all.flatMap((story) =>
    Array.from({ length: story.count }, (_, nth) => ({ story, place: nth === 0 ? 0 : chance.next() })),
  )
  return each.toSorted((a, b) => a.place - b.place).map(({ story }) => story).slice(0, most) // prettier-ignore
}

/** More of late, by day, and not before its price was there. */
function madeAt(now: Date, { made: [from, to], dueDaysAgo }: Story, price: DemoPrice, chance: Chance): Date {
  const ago = Math.min(from + (to - from) * chance.next() ** 1.5, price.madeDaysAgo - 1)
  const at = new Date(now.getTime() - ago * dayMs)
  if (dueDaysAgo === undefined) return at
  // The same day of an earlier month as the one that is to be due, so many periods ago.
  const due = new Date(now.getTime() - dueDaysAgo * dayMs)
  const months = price.frequency ?? 1
  const back = months * Math.max(1, Math.floor(ago / (30.5 * months)))
  due.setUTCMonth(due.getUTCMonth() - back, Math.min(due.getUTCDate(), 28))
  return due
}

interface Beginning {
  number: number
  story: Story
  price: DemoPrice
}
async function begin(ctx: Ctx, { number, story, price }: Beginning, tale: Tale): Promise<void> {
  const { chance, agenda, people, prices } = tale
  const customer = shopperOf(700 + number)
  const language: Language = chance.next() < 0.9 ? 'en' : chance.one(languageTags)
  const starts = story.begins === 'later' ? { started_at: later(ctx.now, 14 * 86_400) } : {}
  const trial = story.begins === 'trial' ? { trial_frequency: 14, trial_period: 'D' } : {}
  const made = await audited(
    ctx.with({ actor: number % 4 === 0 ? people.admin : people.user }),
    'subscription.create',
    (user) =>
      createSubscription(user, {
        price_order_ref: prices[story.price],
        currency: price.currency,
        subscription_type: price.amount === undefined ? 'ONDEMAND' : 'REGULAR',
        customer_name: customer.name,
        customer_email_address: customer.email,
        quantity: price.amount !== undefined && chance.next() < 0.15 ? 2 : 1,
        language,
        notify_by_email: true,
        ...(story.accumulates && { allow_accumulate: 'Y' }),
        ...(story.periods && { recurrance_count: story.periods }),
        ...(price.amount === undefined && { initial_amount: 1_000n, max_amount: 20_000n }),
        ...starts,
        ...trial,
      }),
  )
  const debits = price.currency === 'SGD' && chance.next() < 0.15
  const means: Means = { method: debits ? 'SUBSCRIPTION_DIRECT_DEBIT' : 'SUBSCRIPTION_CARD', subType: '', language }
  const one: Told = { ref: made.order_ref, story, means, declined: 0, charges: [] }
  await goOn(ctx, one, tale)
  const setUpAt = later(ctx.now, 60 * (2 + 90 * chance.next()))
  if (story.begins !== 'never')
    agenda.add(setUpAt, async (then) => {
      const setUp = story.begins ? agreeOnly : setUpPaid
      await setUp(then, one.ref, means, tale.past, chance)
      await goOn(afterWord(then), one, tale)
    })
  for (const { act, at } of story.steps ?? []) {
    const from = at < 0 ? tale.until : setUpAt
    agenda.add(later(from, 86_400 * at + 7_200 * chance.next()), (then) => perform(then, act, one, tale))
  }
}

/** After the provider's word. */
const afterWord = (ctx: Ctx): Ctx => ctx.with({ now: later(ctx.now, 4) })

/** The provider ended what was revoked; the jobs that ask it to are of the past. */
async function endRevocations(ctx: Ctx, { past }: Tale): Promise<void> {
  const due = await ctx.own
    .select('mandates')
    .select(['mandate_ref', 'provider_key', 'ended_at'])
    .where('revocation', '=', 'due')
    .orderBy('ended_at')
    .execute()
  for (const { mandate_ref, provider_key, ended_at } of due) {
    const at = ended_at ?? ctx.now
    changeMandate(ctx.with({ now: at }), { mandate_ref }, { revocation: 'done', token: null })
    past.push({ revoked: provider_key, at })
  }
}
