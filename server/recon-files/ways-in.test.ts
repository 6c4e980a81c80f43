import { afterAll, beforeAll, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { newKey } from '#server/server-keys/fixtures.ts'
import { openReconciling, settlementOf, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

interface Uploaded {
  recon_id: string
  file_key: string
  file_link: string
  file_name: string
}

it('begins an uploaded file once, however often it is sent, and only with the four values of its upload', async () => {
  const sent = recon.dataOf<Uploaded>(
    await recon.send('/merchants/recon/v3/upload-file', {}, settlementOf([{ ref: 'h1' }]), 'h ü.csv'),
  )
  expect(sent.file_key).toMatch(new RegExp(`^UPLOAD/h-ü-\\d+-${sent.recon_id}\\.csv$`))
  const { recon_id, file_key, file_link, file_name } = sent
  const one = { recon_id, file_key, file_link, file_name, data_source: 'SIMULATOR_SETTLEMENT' }
  const begin = (body: object) => recon.ask('POST', '/merchants/recon/v3/create-recon', body)
  expect((await begin({ ...one, file_key: `${file_key}x` })).status).toBe(404)
  const first = recon.dataOf<object[]>(await begin({ data: [one] }))
  expect(recon.dataOf(await begin(one))).toEqual(first)
  await recon.work()
  expect(await recon.read(recon_id)).toMatchObject({ status: 'Success', loaded: 1, original_file_name: 'h ü.csv' })
})

it('lets an administrator have the original as it came, and no role of reconciliation', async () => {
  const bytes = settlementOf([{ ref: 'i1', note: 'Jane' }])
  const file = await recon.load(bytes)
  const path = `/api/recon/files/${file.recon_id}/original`
  expect((await recon.ask('GET', path)).text).toBe(bytes.toString())
  const user = await recon.testApp.signIn(recon.merchant, { roles: ['recon-admin'] })
  expect((await recon.ask('GET', path, undefined, user)).status).toBe(403)
})

it('hides cells that the mapping does not read from whoever may not open transactions', async () => {
  const file = await recon.load([{ ref: 'k1', gross: 'ten', note: 'Jane' }])
  const user = await recon.testApp.signIn(recon.merchant, { roles: ['recon-user'] })
  const seen = async (as = recon.session) => (await recon.leftOut(file.recon_id, {}, as))[0]?.cells
  expect(await seen()).toEqual(['2026-10-01 10:00:00', 'Payment', 'k1', 'ten', '0.30', 'Jane'])
  expect(await seen(user)).toEqual(['2026-10-01 10:00:00', 'Payment', 'k1', 'ten', '0.30', '••••'])
})

it('takes files of a server key with the scope alone, and refuses one without before it reads the file', async () => {
  const { testApp, session } = recon
  const keyOf = async (scope: 'recon:write' | 'links:write') =>
    (await newKey(testApp, session, { scopes: [scope] })).server_key
  const path = '/api/recon/v3/upload-file'
  const bearer = async (scope: 'recon:write' | 'links:write') => ({ ...session, token: await keyOf(scope) })
  const sent = await recon.send(path, {}, settlementOf([{ ref: 'l1' }]), 'l.csv', await bearer('recon:write'))
  expect(sent.status, sent.text).toBe(200)
  expect(await recon.read(recon.dataOf<Uploaded>(sent).recon_id)).toMatchObject({ way: 'server', status: 'Uploaded' })
  // What is no form at all is not looked at.
  const refused = await testApp.call(await bearer('links:write'), 'POST', path, 'nonsense', {
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(refused.body).toMatchObject({ status_reason: faults.scopeMissing.reason })
})
