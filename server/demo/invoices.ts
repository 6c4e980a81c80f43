import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { NewInvoice } from '#server/invoices/create.ts'
import { createInvoice } from '#server/invoices/create.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { PastPayment } from '#server/providers/simulator/past.ts'
import { Agenda } from './agenda.ts'
import { audited } from './audited.ts'
import { chanceOf, type Chance } from './chance.ts'
import { authorsOf } from './authors.ts'
import { closePast } from './past.ts'
import { issue, type Tale } from './invoice-acts.ts'
import { bodyAt, type Terms } from './invoice-bodies.ts'
import { seedInvoiceSettings } from './invoice-settings.ts'
import { storyOf } from './invoice-stories.ts'
import { shopperOf } from './profiles.ts'

interface Wish {
  /** How many, of which most were issued. */
  invoices: number
  seed?: number
}
/** Shares of drafts, and of those that wait for their moment. */
const shares = { drafts: 0.035, scheduled: 0.025 }
/** From the first that was issued until now. */
const days = 96
const dayMs = 86_400_000

/**
 * Gives a demo merchant invoices of three months: drawn up, sent, opened, reminded of, paid, refunded and voided by the functions of
 * users' and customers' calls, each at its moment of the past and in their order. What is yet to come is left to the jobs. The same
 * seed and moment make up the same.
 * @returns the payments that were taken, for the provider.
 */
export async function seedInvoices(ctx: Ctx, { invoices, seed = 20_262 }: Wish): Promise<PastPayment[]> {
  const chance = chanceOf(seed)
  const [drafts, scheduled] = [Math.ceil(shares.drafts * invoices), Math.ceil(shares.scheduled * invoices)]
  const issued = invoices - drafts - scheduled
  const { time_zone: timeZone } = await merchantOf(ctx)
  const people = await authorsOf(ctx, 'invoice-user')
  const before = new Date(ctx.now.getTime() - (days + 1) * dayMs)
  const templates = await seedInvoiceSettings(ctx.with({ now: before, actor: people.admin }))
  const tale: Tale = { agenda: new Agenda(), chance, taken: [], people, timeZone }
  const bodyOf = (now: Date, terms: Pick<Terms, 'number' | 'dueDays' | 'allowPartial'>) =>
    bodyAt({ ...terms, day: dayAt(now, timeZone), templates }, chance)
  for (const [number, at] of momentsOf(issued, ctx.now, timeZone, chance).entries()) {
    const story = storyOf((ctx.now.getTime() - at.getTime()) / dayMs, chance)
    const dueDays = story.dueDays ?? chance.weighed([[14, 55], [7, 20], [30, 25]]) // prettier-ignore
    const allowPartial = story.inParts ?? chance.next() < 0.15
    const by = number % 3 === 0 ? people.admin : people.user
    tale.agenda.add(new Date(at.getTime() - 60_000 * (2 + 40 * chance.next())), async (then) => {
      const ref = await make(then.with({ actor: by }), bodyOf(then.now, { number, dueDays, allowPartial }))
      const ends = startOfDay(dayAfter(dayAt(then.now, timeZone), dueDays + 1), timeZone)
      tale.agenda.add(at, (later) => issue(later, { ref, story, by, ends }, tale))
    })
  }
  for (let nth = 0; nth < drafts + scheduled; nth++) {
    const at = new Date(ctx.now.getTime() - dayMs * (0.1 + 6 * chance.next()))
    const moment = nth < drafts ? null : workingHour(ctx.now, 1 + nth - drafts, timeZone, chance)
    tale.agenda.add(at, async (then) => {
      const day = dayAt(moment ?? then.now, timeZone)
      const body = bodyOf(moment ?? then.now, { number: issued + nth, dueDays: 14, allowPartial: false })
      const planned = { ...body, invoice_date: day, ...(moment && { scheduled_at: moment }) }
      await make(then.with({ actor: people.user }), planned)
    })
  }
  await tale.agenda.run(ctx.now, (now) => {
    const { ip: address, device: userAgent } = shopperOf(Math.floor(400 * chance.next()))
    return ctx.with({ now, requestId, client: { ...ctx.client, address, userAgent } })
  })
  await closePast(ctx, { requestId, about: 'invoice', kinds: told })
  return tale.taken
}
const requestId = 'demo-invoices'
const told = ['invoice_paid', 'invoice_overdue', 'refund_succeeded', 'refund_failed', 'late_payment_held'] as const

/** An invoice by a user, who is told of what becomes of it. */
async function make(ctx: Ctx, body: NewInvoice): Promise<string> {
  const author = { created_by: ctx.actor.name, created_by_id: ctx.actor.id }
  const { invoice_ref: ref } = await audited(ctx, 'invoice.create', (then) => createInvoice(then, body, author))
  return ref
}

/** When the invoices of the past were issued: in working hours, more of late, and a few at the very beginning. */
function momentsOf(count: number, now: Date, timeZone: string, chance: Chance): Date[] {
  const moments = Array.from({ length: count }, (_, nth) => {
    const ago = Math.floor(nth < 5 ? days - nth / 2 : (days - 4) * chance.next() ** 1.25)
    const at = workingHour(now, -ago, timeZone, chance)
    return at < now ? at : workingHour(now, -ago - 1, timeZone, chance)
  })
  return moments.toSorted((a, b) => a.getTime() - b.getTime())
}

const workingHour = (now: Date, daysOn: number, timeZone: string, chance: Chance): Date =>
  new Date(startOfDay(dayAfter(dayAt(now, timeZone), daysOn), timeZone).getTime() + 3_600_000 * (9 + 9 * chance.next()))
