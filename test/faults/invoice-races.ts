import { setTimeout as delay } from 'node:timers/promises'
import { createCreditNote } from '#contract/credit-notes.ts'
import { readInvoice, recordInvoicePayment, unvoidInvoice, updateInvoice, voidInvoice } from '#contract/invoices.ts'
import { createRefund } from '#contract/refunds.ts'
import { askUntilCertain, cardToken, type Answer, type Load } from './client.ts'
import { askAs, contentOf, dayFromNow, draftInvoice, type ShownInvoice } from './invoice-calls.ts'
import type { RacedInvoice } from './invoice-checker.ts'
import { anyOf, attemptIntent, type Merchant } from './intents.ts'
import type { Intent } from './journal.ts'
import { cards, untilTold } from './shoppers.ts'

/** What a race came to: which of those who raced had their way, what they were told, and what is wrong with it already. */
export interface Raced {
  outcome: string
  invoices: RacedInvoice[]
  faults: string[]
}
export type Race = (runner: Runner) => Promise<Raced>

/** Two and more that want one invoice of 100.00 at the same moment. */
export const races = {
  'void and pay': async (runner) => {
    const ref = await runner.issued()
    // A payment takes longer to begin, and is under way for a while: begun together, the void would come first nearly every time.
    const voids = async () => {
      await delay(Math.random() * anyOf([0, 30, 600]))
      return runner.void(ref)
    }
    const [voided, paid] = await atOnce([voids, () => runner.pays(ref, 100)])
    const told = await paid.told
    return raced([voided, paid], [{ ref, paid: told }], {
      'both had their way': isDone(voided) && isDone(paid),
      'neither had their way': !isDone(voided) && !isDone(paid),
      'it was voided and paid': isDone(voided) && told > 0n,
    })
  },

  'pay and pay': async (runner) => {
    const ref = await runner.issued({ allow_partial: true })
    const payers = await atOnce([
      () => runner.pays(ref, 100),
      () => runner.pays(ref, 60),
      () => runner.records(ref, 60),
      () => runner.records(ref, 40),
    ])
    const told = await Promise.all(payers.map((one) => one.told))
    const paid = told.reduce((sum, one) => sum + one, 0n)
    return raced(payers, [{ ref, paid }], {
      [`${paid} were paid`]: paid > 10_000n,
      'nobody had their way': !payers.some(isDone),
    })
  },

  'refund and credit note': async (runner) => {
    const ref = await runner.issued({ allow_partial: true })
    const first = await runner.paysByCard(ref, 40)
    const paid = await first.told
    const [refunds, credits] = await Promise.all([
      atOnce([() => runner.refund(first.orderRef, 25), () => runner.refund(first.orderRef, 25)]),
      atOnce([() => runner.credit(ref, 35), () => runner.credit(ref, 35), () => runner.credit(ref, 20)]),
    ])
    const sumOf = (all: readonly Told[]) => all.reduce((sum, { minor, ...one }) => sum + (isDone(one) ? minor : 0n), 0n)
    const [refundsAsked, credited] = [sumOf(refunds), sumOf(credits)]
    return raced([...refunds, ...credits], [{ ref, paid, refundsAsked, credited }], {
      [`${refundsAsked} of ${paid} are refunded`]: refundsAsked > paid,
      // All that is due, and with each refund what it gave back.
      [`${credited} are credited`]: credited > 6_000n + refundsAsked,
    })
  },

  'edit and send': async (runner) => {
    const { invoice_ref: ref } = await draftInvoice(runner.load, runner.merchant)
    const rate = 200 + Math.floor(Math.random() * 100)
    const line_items = [{ detail: 'Edited', quantity: 1, rate }]
    const [edited, sent] = await atOnce([
      () => runner.update(ref, { revision: 1, line_items, amount: rate }),
      () => runner.update(ref, { revision: 1, marked_as_sent: true }),
    ])
    const done = [edited, sent].filter(isDone)
    const shown = done[0] ? contentOf<ShownInvoice>(done[0].answer) : null
    return raced([edited, sent], [{ ref }], {
      [`${done.length} had their way`]: done.length !== 1,
      'what is sent is not what was drawn up': isDone(sent) && (shown?.amount !== 100 || shown.status !== 'sent'),
      'what is edited is not what was said': isDone(edited) && (shown?.amount !== rate || shown.status !== 'created'),
    })
  },

  'unvoid and number': async (runner) => {
    const [draft, issued] = [await draftInvoice(runner.load, runner.merchant), await runner.issued()]
    const refs = [draft.invoice_ref, issued] as const
    for (const ref of refs) contentOf((await runner.void(ref)).answer)
    const number = () => runner.issued().then(runner.shown)
    const [back, again, sent, other, next] = await atOnce([
      () => runner.unvoid(refs[0]),
      () => runner.unvoid(refs[0]),
      () => runner.update(refs[0], { revision: 1, marked_as_sent: true }),
      () => runner.unvoid(refs[1]),
      number,
    ])
    const sentNumber = isDone(sent) ? contentOf<ShownInvoice>(sent.answer).invoice_number : ''
    const nextNumber = contentOf<ShownInvoice>(next.answer).invoice_number
    const { invoice_ref } = contentOf<ShownInvoice>(next.answer)
    return raced([back, again, sent, other], [{ ref: refs[0] }, { ref: refs[1] }, { ref: invoice_ref }], {
      'one draft came back twice or never': isDone(back) === isDone(again),
      'one that was issued did not come back': !isDone(other),
      [`${nextNumber} was drawn twice`]: nextNumber === '' || sentNumber === nextNumber,
    })
  },
} satisfies Record<string, Race>

/** Of one who raced: their answer, and what it is about in minor units. */
interface Told {
  answer: Answer
  minor: bigint
}
interface Payer extends Told {
  orderRef: string
  /** What was paid, once the page says so. */
  told: Promise<bigint>
}
const isDone = ({ answer }: { answer: Answer }): boolean => answer.status === 200

function raced(
  all: readonly { answer: Answer }[],
  invoices: readonly (Partial<RacedInvoice> & { ref: string })[],
  faults: Record<string, boolean>,
): Raced {
  const found = Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []))
  return {
    outcome: all.map((one) => (isDone(one) ? 'done' : one.answer.reason)).join(', '),
    invoices: invoices.map((one) => ({ race: '', paid: 0n, credited: 0n, refundsAsked: 0n, ...one })),
    faults: found.map((fault) => `${invoices[0]?.ref}: ${fault}`),
  }
}

/** All at the same moment, in any order. */
async function atOnce<Asked extends readonly (() => Promise<unknown>)[]>(
  asked: readonly [...Asked],
): Promise<{ [K in keyof Asked]: Awaited<ReturnType<Asked[K]>> }> {
  const begun: Promise<unknown>[] = []
  for (const at of [...asked.keys()].toSorted(() => Math.random() - 0.5)) begun[at] = (asked[at] as Asked[number])()
  return (await Promise.all(begun)) as never
}

export type Runner = ReturnType<typeof runnerOf>

/** The acts of those who race for the invoices of a merchant. */
export function runnerOf(load: Load, merchant: Merchant) {
  const minorOf = (major: number) => BigInt(major) * 10n ** BigInt(merchant.exponent)
  const asked = async (answering: Promise<Answer>, major = 0): Promise<Told> => ({
    answer: await answering,
    minor: minorOf(major),
  })
  const runner = {
    load,
    merchant,
    async issued(fields: Record<string, unknown> = {}): Promise<string> {
      const { invoice_ref: ref, revision } = await draftInvoice(load, merchant, fields)
      contentOf((await runner.update(ref, { revision, marked_as_sent: true })).answer)
      return ref
    },
    shown: (ref: string) =>
      asked(askAs(load, merchant, readInvoice, { path: { key: merchant.key }, body: { invoice_ref: ref } })),
    update: (ref: string, body: Record<string, unknown>) =>
      asked(askAs(load, merchant, updateInvoice, { path: { key: merchant.key, ref }, body })),
    void: (ref: string) => asked(askAs(load, merchant, voidInvoice, { path: { ref } })),
    unvoid: (ref: string) => asked(askAs(load, merchant, unvoidInvoice, { path: { ref } })),
    credit: (ref: string, amount: number) =>
      asked(askAs(load, merchant, createCreditNote, { path: { ref }, body: { amount, reason: 'returned' } }), amount),
    refund: (orderRef: string, amount: number) => {
      const body = { type: 'partial', amount, currency: merchant.currency, reason: 'customer request' }
      return asked(askAs(load, merchant, createRefund, { path: { order_ref: orderRef }, body }), amount)
    },
    /** Cash at the till, or a shopper with a card. */
    pays: (ref: string, amount: number): Promise<Payer> =>
      anyOf([runner.records, runner.records, runner.paysByCard])(ref, amount),
    async records(ref: string, amount: number): Promise<Payer> {
      const body = { amount, received_on: dayFromNow(0), method: 'cash', evidence: 'till 4' }
      const told = await asked(askAs(load, merchant, recordInvoicePayment, { path: { ref }, body }), amount)
      return { ...told, orderRef: '', told: Promise.resolve(isDone(told) ? told.minor : 0n) }
    },
    async paysByCard(ref: string, amount: number): Promise<Payer> {
      const made: Intent = {
        mark: ref,
        kind: 'create',
        key: ref,
        merchant: merchant.slug,
        amountMinor: minorOf(amount),
        currency: merchant.currency,
        linkRef: '',
        answer: null,
        tries: 0,
      }
      const given = { linkRef: ref, token: await cardToken(load, cards.success), amount }
      const attempted = attemptIntent(made, given)
      const answer = await askUntilCertain(load, attempted)
      if (!answer) throw new Error(`${ref}: no certain answer`)
      const told = async () =>
        answer.status === 200 && (await untilTold(load, attempted, undefined, { patienceMs: 60_000 })) === 'paid'
          ? made.amountMinor
          : 0n
      return { answer, minor: made.amountMinor, orderRef: attempted.answer?.ref ?? '', told: told() }
    },
  }
  return runner
}
