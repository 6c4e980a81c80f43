import { asOwner } from './as-owner.ts'
import { measureBulk } from './bulk-invoices.ts'
import type { BenchDatabase } from './database.ts'
import { copyDraft, makeDraft } from './drafts.ts'
import type { Effort } from './effort.ts'
import type { Issued, IssueLoad } from './issue-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { rowsLeft, withoutVacuum } from './rows-left.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

const connections = 32
const currency = 'MYR'
/** In each round. */
const count = 2_000
/** The machine's speed varies between rounds. */
const roundsMore = 2

export const title = `G24 invoices issued from one series, ${connections} at once, against the same locked counter and rows by hand in one transaction, over as many connections; and many from a workbook, against reading it and a COPY of the rows`

export const measure = async (database: BenchDatabase, effort: Effort): Promise<Line[]> => [
  ...(await measureIssuing(database, effort)),
  ...(await measureBulk(database, effort)),
]

/** Drafts that are marked as sent, each of which draws the next number. */
async function measureIssuing({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const [api, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess('issue-load.ts', null),
  ])
  const { url } = api.ready
  const session = await signIn(url, payingMerchant)
  const { merchantUuid: merchantId, iamportKey } = session.user
  const hand = await startProcess('issues-by-hand.ts', { ownerUrl, merchantId })
  const invoiceRef = await makeDraft(url, session, currency)
  const drafts = (many: number) => copyDraft(ownerUrl, { merchantId, invoiceRef }, many)
  const byHand = (refs: readonly string[]) => hand.ask<Issued>({ refs, connections })
  const ours = (refs: readonly string[]) =>
    load.ask<Issued>({
      url,
      token: session.token,
      method: 'put',
      paths: refs.map((ref) => `/gateway/merchants/${iamportKey}/invoice/${ref}`),
      body: { revision: 1, marked_as_sent: true },
      connections,
    } satisfies IssueLoad)
  const rates = (issue: (refs: readonly string[]) => Promise<Issued>, many: number) => async () => {
    const refs = await drafts(many)
    const { seconds } = await issue(refs)
    return { times: many, perSecond: many / seconds }
  }
  try {
    const counted = { ownerUrl, merchantId, tables }
    const left = {
      hand: await rowsLeft(counted, rates(byHand, few)),
      ours: await rowsLeft(counted, rates(ours, few)),
    }
    if (left.hand !== left.ours) throw new Error(`not the same rows: by hand ${left.hand}, ours ${left.ours}`)
    const results = await withoutVacuum(ownerUrl, () =>
      interleave({ hand: rates(byHand, count), ours: rates(ours, count) }, rounds * roundsMore),
    )
    await expectNoGap(ownerUrl, merchantId)
    return [{ what: 'rows left by an issue, both', value: left.ours }, ...lines(results)]
  } finally {
    await Promise.all([api.stop(), load.stop(), hand.stop()])
  }
}

const few = 200
const tables = ['timeline', 'audit_events', 'idempotency_keys', 'invoice_deltas', 'webhooks']

async function expectNoGap(ownerUrl: string, merchantId: string): Promise<void> {
  const off = await asOwner<{ stem: string }>(
    ownerUrl,
    `select stem from invoice_series s where merchant_id = $1 and environment = 'sandbox' and series = 'invoice' and counter <>
       (select count(*) from invoices i where i.merchant_id = $1 and i.environment = 'sandbox' and i.stem = s.stem)`,
    [merchantId],
  )
  if (off.length > 0) throw new Error(`gaps: ${off.map(({ stem }) => stem).join(', ')}`)
}

interface Rate {
  perSecond: number
}
function lines({ hand, ours }: Record<'hand' | 'ours', Rate[]>): Line[] {
  const speed = ratioOf(ours, hand, ({ perSecond }) => perSecond)
  const facts = (results: Rate[]) => `${median(results.map((t) => t.perSecond)).toFixed(0)} invoices/s`
  return [
    { what: 'by hand', value: facts(hand) },
    { what: 'ours', value: facts(ours) },
    {
      what: 'ours / by hand, invoices/s',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.5, better: 'more' },
    },
  ]
}
