import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { newKey } from '#server/server-keys/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openReconciling, settlementOf, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

const sql = (text: string, ...values: unknown[]) =>
  recon.testApp.owner.transaction(null, (tx) => tx.query(text, [recon.merchant.merchantId, ...values]))
const counting = async (letter: string) => (await recon.counting()).filter((said) => said.startsWith(letter))

it('has a file begun by a server that has a key with the scope', async () => {
  const key = await newKey(recon.testApp, recon.session, { scopes: ['recon:write'] })
  const server = { ...recon.session, token: key.server_key }
  const sent = await recon.send('/api/recon/v3/upload-file', {}, settlementOf([{ ref: 'q1' }]), 'q.csv', server)
  const { recon_id, file_key, file_link, file_name } = recon.dataOf<Record<string, string>>(sent)
  const one = { recon_id, file_key, file_link, file_name, data_source: 'SIMULATOR_SETTLEMENT' }
  const begun = await recon.ask('POST', '/api/recon/v3/create-recon', { data: [one] }, server)
  expect(recon.dataOf<object[]>(begun)).toMatchObject([{ recon_id, status: 'Initiated' }])
  await recon.work()
  expect(await counting('q')).toEqual(['q1 10 1'])
})
it('lets an original go after its years, and keeps all that was read of it', async () => {
  const file = await recon.loadHere([{ ref: 'r1' }])
  const sweep = () =>
    sweepJobs({ ...recon.testApp.serveParts, declared: jobs.filter(({ name }) => name === 'forget-recon-original') }, { merchantId: recon.merchant.merchantId, environment: 'sandbox' }) // prettier-ignore
  const years = (count: number) =>
    sql('update recon_files set created_at = now() - make_interval(days => $3) where merchant_id = $1 and recon_id = $2', file.recon_id, Math.round(count * 365.25)) // prettier-ignore
  await years(6.9)
  expect(await sweep()).toBe(0)
  await years(7.1)
  expect(await sweep()).toBe(1)
  await runJobs(recon.testApp, { names: ['forget-recon-original'] })
  expect(await recon.read(file.recon_id)).toMatchObject({ has_original: false, loaded: 1 })
  expect((await recon.ask('GET', `/api/recon/files/${file.recon_id}/original`)).status).toBe(404)
  expect((await recon.act(file.recon_id, 'read-again')).status).toBe(409)
  expect(await counting('r')).toEqual(['r1 10 1'])
})
