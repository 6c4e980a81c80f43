import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import type { Person } from './payout-people.ts'
import type { ReconCalls } from './recon-calls.ts'

/** A payment of which the provider has settled less, in a batch of its own, and who said what of it. */
export interface Raced {
  ref: string
  batch: string
  proposalId: string
  digest: string
  settlementId: string
  said: Record<'approve' | 'withdraw' | 'unmatch' | 'close', boolean>
}
export interface Field {
  deployment: Deployment
  acme: ReconCalls
  proposer: Person
  approver: Person
}

/** Asks either API as a person. What a busy process turned away is asked again. */
export async function askAs<T>({ apis }: Deployment, { token }: Person, path: string, body: object): Promise<{ isDone: boolean; data: T }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (let n = 0; n < 40; n++) {
    const answer = await fetch(`${anyOf(apis).url}/gateway/api/recon/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = await answer.text()
    if (answer.status < 500) return { isDone: answer.status === 200, data: (answer.status === 200 ? JSON.parse(said) : {}).data as T }
    await delay(100)
  }
  throw new Error(`${path}: no answer`)
} // prettier-ignore

/** Approved, withdrawn, unmatched and closed at once, while the pair is worked out again and again. */
export async function race({ deployment, acme, proposer, approver }: Field, all: readonly Raced[]): Promise<void> {
  let isOver = false
  const running = (async () => {
    while (!isOver) await acme.run(1)
  })()
  await Promise.all(all.map(async (one) => {
    const record = await recordOf(deployment, one)
    const soon = () => delay(Math.random() * 400)
    await Promise.all([
      soon().then(async () => (one.said.approve = (await askAs(deployment, approver, `proposals/${one.proposalId}/approve`, { digest: one.digest })).isDone)),
      soon().then(async () => (one.said.withdraw = (await askAs(deployment, proposer, `proposals/${one.proposalId}/withdraw`, {})).isDone)),
      soon().then(async () => {
        const { data } = await askAs<{ applied: number }>(deployment, approver, 'exceptions/act', { act: 'unmatch', record_refs: [record] })
        one.said.unmatch = data?.applied === 1
      }),
      soon().then(() => closed(deployment, approver, one)),
    ])
  }))
  isOver = true
  await running
} // prettier-ignore

async function closed(deployment: Deployment, by: Person, one: Raced): Promise<void> {
  for (let n = 0; n < 6 && !one.said.close; n++) {
    const [row] = await deployment.sql<{ version: number }>('select version from settlements where settlement_id = $1', [one.settlementId]) // prettier-ignore
    one.said.close = (await askAs(deployment, by, `settlements/${one.settlementId}/close`, { version: row?.version ?? 0 })).isDone // prettier-ignore
    await delay(Math.random() * 300)
  }
}
export async function recordOf(deployment: Deployment, { ref }: Pick<Raced, 'ref'>): Promise<string> {
  const [row] = await deployment.sql<{ ref: string }>(
    `select '1.b.' || key as ref from recon_outcomes where msm_id = 1 and side = 'b' and provider_ref = $1 and until_run = 2147483647`,
    [ref],
  )
  if (!row) throw new Error(`no record of ${ref}`)
  return row.ref
}

interface Ended {
  state: string
  decisions: string
  settlement: string
  status: string
  decision: string
  is_open: boolean
  others: number
}
/** What became of one that is other than what people were told, and than what they decided. */
export async function wrongOf({ sql }: Deployment, { ref, proposalId, settlementId, said }: Raced): Promise<string[]> {
  const [row] = await sql<Ended>(
    `select p.state, s.state as settlement, o.status, o.decision, o.is_open,
       (select count(*)::int from recon_outcomes a where a.msm_id = 1 and a.group_id = o.group_id and a.side = 'a' and a.until_run = 2147483647) as others,
       coalesce((select string_agg(d.act, ',' order by d.act) from recon_decisions d join recon_decision_records k using (merchant_id, environment, decision_id)
         where k.key = o.key and k.side = 'b'), '') as decisions
     from recon_proposals p, settlements s, recon_outcomes o where p.proposal_id = $1 and s.settlement_id = $2
       and o.msm_id = 1 and o.side = 'b' and o.provider_ref = $3 and o.until_run = 2147483647`,
    [proposalId, settlementId, ref],
  )
  if (!row) return [`${ref} is gone`]
  const states = said.approve ? ['approved'] : said.withdraw ? ['withdrawn'] : ['stale', 'proposed']
  const decided = [...(said.unmatch ? ['unmatch'] : []), ...(said.approve ? ['write_off'] : [])]
  const outcome = said.unmatch ? 'missing_in_transactions  open 0' : said.approve ? 'amount_mismatch write_off  1' : 'amount_mismatch  open 1'
  const told = {
    [`both ${ref}`]: !(said.approve && said.withdraw),
    [`proposal ${row.state}`]: states.includes(row.state),
    [`decisions ${row.decisions}`]: row.decisions === decided.join(','),
    [`settlement ${row.settlement}`]: (row.settlement === 'closed') === said.close,
    [`outcome ${row.status} ${row.decision} ${row.is_open ? 'open' : ''} ${row.others}`]:
      `${row.status} ${row.decision} ${row.is_open ? 'open' : ''} ${row.others}` === outcome,
  }
  return Object.entries(told).flatMap(([what, isSo]) => (isSo ? [] : [`${ref}: ${what}, told ${JSON.stringify(said)}`]))
} // prettier-ignore
