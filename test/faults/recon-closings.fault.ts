import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { closingCrashes, packagesReadable, settlementPostedTwice } from './planted.ts'
import { planted } from './planted-test.ts'
import { paidBatch, paidBatchBy, settlementMapping, settlementTitles } from './recon-batches.ts'
import { reconCalls, reconFindings, until, type ReconCalls } from './recon-calls.ts'

/** Settlements that a person closes while the API dies or the database is killed: each is closed and posted once, or neither. */
const rounds = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 240_000)

let deployment: Deployment
let signedIn: SignedIn
let acme: ReconCalls
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  const { channelKey } = await paidBatch(deployment, signedIn)
  acme = reconCalls(deployment, signedIn, { channelKey })
  await acme.saveMapping(settlementMapping)
  await acme.call('/api/recon/switches', { settlements_close_themselves: false })
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`an API dies ${rounds} times at each point of a closing, and PostgreSQL as often: closed and posted once, or neither`, { timeout }, async () => {
  const [, second] = deployment.apis
  const source = await deployment.plant([packagesReadable, ...Object.values(closingCrashes)])
  const restart = async (point: string) => {
    await second.kill()
    second.change({ source, env: { CRASH_AT: point, CRASH_EVERY: '1' } })
    await second.start()
  }
  for (let round = 0; round < rounds; round++)
    for (const point of [...Object.keys(closingCrashes), 'PostgreSQL']) {
      const settlement = await proven()
      await restart(point)
      const asked = acme.askOnce(closing(settlement), { version: settlement.version }, second)
      if (point === 'PostgreSQL') {
        await delay(Math.random() * 40)
        await deployment.killPostgres()
      }
      const answer = await asked
      await restart('')
      const after = await stateOf(settlement.settlement_id)
      if (point === 'PostgreSQL') expect([0, 1]).toContain(after.posted)
      else expect([answer, after]).toEqual([null, { state: 'proven', posted: 0 }])
      expect(after.state, `posted ${after.posted} times`).toBe(after.posted === 1 ? 'closed' : 'proven')
      if (after.state === 'proven') await acme.call(closing(settlement), { version: settlement.version })
      expect(await stateOf(settlement.settlement_id)).toEqual({ state: 'closed', posted: 1 })
      expect(await reconFindings(deployment)).toEqual([])
    }
  report(`closing: ${rounds} kills at each of ${Object.keys(closingCrashes).length} points and of PostgreSQL`)
}) // prettier-ignore

test('a settlement that is closed is not closed again', { timeout }, async () => {
  const settlement = await proven()
  await acme.call(closing(settlement), { version: settlement.version })
  for (const version of [settlement.version, settlement.version + 1])
    expect((await acme.askOnce(closing(settlement), { version }))?.status).toBe(409)
  expect(await stateOf(settlement.settlement_id)).toEqual({ state: 'closed', posted: 1 })
})

planted('a closing that is posted twice is found', { file, patches: [settlementPostedTwice], timeout }, async () => {
  expect(await reconFindings(deployment)).toEqual([])
  const [, second] = deployment.apis
  const settlement = await proven()
  await second.kill()
  second.change({ source: await deployment.plant([packagesReadable, settlementPostedTwice]) })
  await second.start()
  const closed = await acme.askOnce(closing(settlement), { version: settlement.version }, second)
  expect(closed?.status).toBe(200)
  expect((await reconFindings(deployment)).join('\n')).toContain('each closing is posted once')
})

interface Proven {
  settlement_id: string
  version: number
}
const closing = ({ settlement_id }: Proven) => `/api/recon/settlements/${settlement_id}/close`
/** A proven settlement that nobody has closed. */
async function proven(): Promise<Proven> {
  const { name, lines } = await paidBatchBy(acme.channelKey, deployment, signedIn)
  await acme.load('recon', settlementTitles, lines)
  await acme.run(1)
  const [found] = await deployment.sql<Proven & { state: string }>('select * from settlements where batch = $1', [name])
  if (found?.state !== 'proven') throw new Error(`the settlement is ${found?.state}`)
  return found
}
const stateOf = (settlementId: string): Promise<{ state: string; posted: number }> =>
  until(
    async () => {
      const [row] = await deployment.sql<{ state: string; posted: number }>(
        `select state, (select count(*)::int from ledger_transfers where object_type = 'settlement' and object_ref = $1::text) as posted
         from settlements where settlement_id = $1::uuid`,
        [settlementId],
      )
      return row as { state: string; posted: number }
    },
    () => true,
  )
