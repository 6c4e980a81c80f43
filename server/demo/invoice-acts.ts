import type { PaymentMethod } from '#contract/methods.ts'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { fallDueIfPast } from '#server/invoice-store/fall-due.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import { noteOpened } from '#server/invoice-messages/opened.ts'
import { listReminders } from '#server/invoice-messages/queries.ts'
import { remindIfDue } from '#server/invoice-messages/remind.ts'
import { sendInvoice } from '#server/invoice-messages/send.ts'
import { createCreditNote } from '#server/invoices/credit.ts'
import { recordOutsidePayment } from '#server/invoices/outside.ts'
import { updateInvoice } from '#server/invoices/update.ts'
import { unvoidInvoice, voidInvoice } from '#server/invoices/void.ts'
import type { Actor, Ctx } from '#server/kit/ctx.ts'
import { giveUp } from '#server/payments/apply-outcome.ts'
import type { PastPayment } from '#server/providers/simulator/past.ts'
import type { Agenda } from './agenda.ts'
import { audited } from './audited.ts'
import type { Chance } from './chance.ts'
import { beginAttempt, endAttempt, refundPayment } from './invoice-payments.ts'
import type { Act, Story } from './invoice-stories.ts'
import { declineWeights } from './profiles.ts'

/** What the invoices of a past have in common. */
export interface Tale {
  agenda: Agenda<Ctx>
  chance: Chance
  /** The payments that were taken so far. */
  taken: PastPayment[]
  people: { admin: Actor; user: Actor }
  timeZone: string
}
interface Issue {
  ref: string
  story: Story
  by: Actor
  /** The end of the due day. */
  ends: Date
}

/** Issues an invoice and enters what happens to it from then on: its reminders, the end of its due day and its story. */
export async function issue(ctx: Ctx, { ref, story, by, ends }: Issue, tale: Tale): Promise<void> {
  const { agenda, chance } = tale
  const author = ctx.with({ actor: by })
  if (story.byHand) {
    const { revision } = await existingInvoice(ctx, ref)
    await audited(author, 'invoice.update', (user) => updateInvoice(user, ref, { revision, marked_as_sent: true }))
  } else await audited(author, 'invoice.send', (user) => sendInvoice(user, ref, {}))
  for (const { at, state } of await listReminders(ctx, ref))
    if (state === 'planned') agenda.add(later(at, 1 + 20 * chance.next()), (then) => remindIfDue(then, ref))
  agenda.add(later(ends, 1 + 20 * chance.next()), async (then) => {
    await fallDueIfPast(then, await existingInvoice(then, ref, { lock: true }))
  })
  const term = ends.getTime() - ctx.now.getTime()
  for (const { act, when } of story.steps) {
    const share = when[0] + (when[1] - when[0]) * chance.next()
    agenda.add(later(ctx.now, (term * share) / 1_000), (then) => perform(then, act, ref, tale))
  }
}

async function perform(ctx: Ctx, act: Act, ref: string, tale: Tale): Promise<void> {
  const { chance, agenda, taken, people } = tale
  const begin = (share = 1) =>
    beginAttempt(ctx, ref, { share, method: chance.weighed<PaymentMethod>([['CARD', 80], ['WALLET', 12], ['QR_CODE', 8]]) }, chance) // prettier-ignore
  const [user, admin] = [ctx.with({ actor: people.user }), ctx.with({ actor: people.admin })]
  switch (act.kind) {
    case 'open':
      return noteOpened(ctx, ref)
    case 'pay': {
      const begun = await begin(act.share)
      agenda.add(later(ctx.now, 2 + 6 * chance.next()), (then) => endAttempt(then, begun, { taken }))
      return
    }
    case 'decline': {
      const begun = await begin()
      const declined = chance.weighed(declineWeights)
      agenda.add(later(ctx.now, 2 + 6 * chance.next()), (then) => endAttempt(then, begun, { declined, taken }))
      return
    }
    case 'outside': {
      const { currency, due_minor } = await existingInvoice(ctx, ref)
      const [method, evidence] = chance.one(receipts)
      const received_on = dayAt(ctx.now, tale.timeZone)
      const amount = partOf(due_minor, act.share, currency)
      return audited(admin, 'invoice.record-payment', (then) =>
        recordOutsidePayment(then, ref, { amount, received_on, method, evidence }),
      )
    }
    case 'refund':
      return refundPayment(admin, ref, act.share)
    case 'credit': {
      const { currency, due_minor } = await existingInvoice(ctx, ref)
      const wish = { amount: partOf(due_minor, act.share, currency), reason: chance.one(creditReasons) }
      return audited(user, 'invoice.credit', (then) => createCreditNote(then, ref, wish))
    }
    case 'void':
      return audited(user, 'invoice.void', (then) => voidInvoice(then, ref))
    case 'unvoid':
      return audited(user, 'invoice.unvoid', (then) => unvoidInvoice(then, ref))
    case 'bounce':
      return bounce(ctx, ref)
    case 'late_money': {
      const begun = await begin()
      agenda.add(later(ctx.now, 86_400), async (then) => void (await giveUp(then, begun.orderRef)))
      agenda.add(later(ctx.now, 90_000), (then) =>
        audited(then.with({ actor: people.user }), 'invoice.void', (by) => voidInvoice(by, ref)),
      )
      agenda.add(later(ctx.now, 172_800), (then) => endAttempt(then, begun, { taken }))
    }
  }
}
const receipts = [
  ['bank_transfer', 'Statement of account, page 4'],
  ['bank_transfer', 'Transfer FT-88213, Merlion Bank'],
  ['cheque', 'Cheque 004512'],
  ['cash', 'Receipt book 7, no. 31'],
] as const
const creditReasons = ['Two pieces came back', 'The price was agreed lower', 'One day less of hire']

/** A share of an amount, as the calls of users take it. */
const partOf = (minor: bigint, share: number, currency: Currency): number =>
  toMajor(share === 1 ? minor : (minor * BigInt(Math.round(share * 100))) / 100n, currency)

const later = (at: Date, seconds: number) => new Date(at.getTime() + 1_000 * seconds)

/** The customer's server refuses what was sent, as it knows no such address. */
async function bounce(ctx: Ctx, ref: string): Promise<void> {
  await ctx.own
    .update('messages')
    .set({ state: 'failed', bounced: true, attempts: 1, fault: '550 5.1.1 no such mailbox', settled_at: ctx.now })
    .where('about_type', '=', 'invoice')
    .where('about_ref', '=', ref)
    .where('way', '=', 'email')
    .execute()
}
