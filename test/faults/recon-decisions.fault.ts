import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import type { Patch } from './patched-source.ts'
import { addPerson } from './payout-people.ts'
import { approvedWhateverItIs, decisionForgotten, packagesReadable } from './planted.ts'
import { planted } from './planted-test.ts'
import { paidBatch, settlementMapping, settlementTitles } from './recon-batches.ts'
import { reconCalls, reconFindings } from './recon-calls.ts'
import { askAs, race, recordOf, wrongOf, type Field, type Raced } from './recon-race.ts'

/**
 * Differences whose write-off is approved and withdrawn, whose match is parted and whose settlement is closed at once, while their pair is worked
 * out again and again: each has one outcome, which is what people were told, and every later run says the same.
 */
const rounds = countOf(1_000, 100)
const inOne = 25
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 240_000)

let field: Field
let deployment: Deployment
let signedIn: SignedIn
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  const acme = reconCalls(deployment, signedIn)
  await acme.saveMapping(settlementMapping)
  await acme.call('/api/recon/switches', { settlements_close_themselves: false })
  const [merchant] = await deployment.sql<{ merchant_id: string }>(`select merchant_id from sub_users where email = 'admin@acme.example'`)
  const person = (name: string) => addPerson((...given) => deployment.sql(...given), merchant?.merchant_id ?? '', 'recon-admin', name)
  field = { deployment, acme, proposer: await person('Ada'), approver: await person('Bob') }
}, 120_000) // prettier-ignore
afterAll(() => deployment.close(), 60_000)

test(`${rounds} races of approve, withdraw, unmatch, close and runs: one outcome each, and the books agree`, { timeout }, async () => {
  const told = { approve: 0, withdraw: 0, unmatch: 0, close: 0 }
  for (let round = 0; round < rounds; round += inOne) {
    const all = await proposed(inOne)
    await race(field, all)
    expect(await wrongAfter(all, 2), deployment.log.slice(-20).join('\n')).toEqual([])
    for (const { said } of all) for (const act of Object.keys(told) as (keyof typeof told)[]) told[act] += said[act] ? 1 : 0
  }
  expect(await reconFindings(deployment)).toEqual([])
  expect(told.approve * told.withdraw * told.close, JSON.stringify(told)).toBeGreaterThan(0)
  report(`${rounds} races: ${JSON.stringify(told)}`)
}) // prettier-ignore

planted('a decision that a run forgets is found', { file, patches: [decisionForgotten], timeout }, async () => {
  await work({ worker: [decisionForgotten] })
  const all = await proposed(1)
  await approved(all)
  expect(await wrongAfter(all, 1)).toEqual([])
  expect((await wrongAfter(all, 1)).join('\n')).toContain('outcome amount_mismatch  open 1')
  await work({ worker: [] })
})

planted('a proposal that is approved after it was withdrawn is found', { file, patches: approvedWhateverItIs, timeout }, async () => {
  await work({ apis: approvedWhateverItIs })
  const all = await proposed(1)
  for (const one of all) one.said.withdraw = (await askAs(deployment, field.proposer, `proposals/${one.proposalId}/withdraw`, {})).isDone
  await approved(all)
  expect((await wrongAfter(all, 1)).join('\n')).toContain('both')
}) // prettier-ignore

/** What is wrong of some after so many runs more. */
async function wrongAfter(all: readonly Raced[], runs: number): Promise<string[]> {
  for (let n = 0; n < runs; n++) await field.acme.run(1)
  return (await Promise.all(all.map((one) => wrongOf(deployment, one)))).flat()
}
async function approved(all: readonly Raced[]): Promise<void> {
  for (const one of all) {
    const path = `proposals/${one.proposalId}/approve`
    one.said.approve = (await askAs(deployment, field.approver, path, { digest: one.digest })).isDone
  }
}

/** Payments that the provider has settled short by one, each in a batch that is proven, and whose write-off waits. */
async function proposed(count: number): Promise<Raced[]> {
  const batches = await Promise.all(Array.from({ length: count }, () => paidBatch(deployment, signedIn)))
  const shorter = (line: string) => line.split(',').map((cell, at) => (at === 3 ? (Number(cell) - 1).toFixed(2) : cell)).join(',')
  await field.acme.load('recon', settlementTitles, batches.flatMap(({ lines }) => lines.map(shorter)))
  await field.acme.run(1)
  const refs = batches.map(({ name }) => name.replace(/^B-/, ''))
  const records = await Promise.all(refs.map((ref) => recordOf(deployment, { ref })))
  await askAs(deployment, field.proposer, 'exceptions/act', { act: 'write_off', record_refs: records })
  return Promise.all(refs.map(async (ref, at) => {
    const [row] = await deployment.sql<Pick<Raced, 'proposalId' | 'digest' | 'settlementId'>>(
      `select p.proposal_id as "proposalId", p.digest, s.settlement_id as "settlementId" from recon_proposals p, settlements s
       where p.state = 'proposed' and p.records @> jsonb_build_array(jsonb_build_object('key', $1::text)) and s.batch = $2`,
      [records[at]?.replace(/^1\.b\./, ''), `B-${ref}`],
    )
    if (!row) throw new Error(`nothing is proposed of ${ref}`)
    return { ref, batch: `B-${ref}`, ...row, said: { approve: false, withdraw: false, unmatch: false, close: false } }
  }))
} // prettier-ignore

/** Lets processes work with other sources. */
async function work({ worker, apis }: { worker?: readonly Patch[]; apis?: readonly Patch[] }): Promise<void> {
  const of = async (patches: readonly Patch[]) => ({ source: await deployment.plant([packagesReadable, ...patches]) })
  if (worker) {
    await deployment.worker.kill()
    deployment.worker.change(await of(worker))
    await deployment.worker.start()
  }
  for (const api of apis ? deployment.apis : []) {
    await api.kill()
    api.change(await of(apis ?? []))
    await api.start()
  }
}
