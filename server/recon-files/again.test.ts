import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, settlementOf, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

it('restates what a later file says otherwise, and keeps the version of before', async () => {
  const first = await recon.load([{ ref: 'd1', gross: '5.00' }, { ref: 'd2' }])
  const second = await recon.load([{ ref: 'd1', gross: '6.00', day: '2026-10-02' }, { ref: 'd2' }])
  expect(second).toMatchObject({ loaded: 0, restated: 1, repeated: 1 })
  expect((await recon.counting()).filter((said) => said.startsWith('d'))).toEqual(['d1 6 1', 'd2 10 1'])
  const versions = recon.dataOf<{ gross: string; standing: string }[]>(
    await recon.ask('GET', `/api/recon/files/${first.recon_id}/rows/2/versions`),
  )
  expect(versions.map(({ gross, standing }) => [gross, standing])).toEqual([
    ['6', 'current'],
    ['5', 'superseded'],
  ])
})

it('falls back to what other files have when a file is withdrawn', async () => {
  const first = await recon.load([{ ref: 'e1', gross: '5.00' }, { ref: 'e2' }, { ref: 'e3' }])
  const second = await recon.load([{ ref: 'e1', gross: '6.00', day: '2026-10-02' }, { ref: 'e2' }])
  await recon.act(first.recon_id, 'withdraw')
  await recon.work()
  const of = async () => (await recon.counting()).filter((said) => said.startsWith('e'))
  expect(await of()).toEqual(['e1 6 1', 'e2 10 1'])
  expect(await recon.read(second.recon_id)).toMatchObject({ loaded: 1, restated: 1, repeated: 0 })
  await recon.load([{ ref: 'e1', gross: '5.00' }, { ref: 'e2' }, { ref: 'e3' }])
  expect(await of()).toEqual(['e1 6 1', 'e2 10 1', 'e3 10 1'])
  await recon.act(second.recon_id, 'withdraw')
  await recon.work()
  expect(await of()).toEqual(['e1 5 1', 'e2 10 1', 'e3 10 1'])
})

it('keeps all that a file replaces until the new one is loaded, and then only the new one', async () => {
  const first = await recon.load([{ ref: 'f1' }, { ref: 'f2' }])
  const { recon_id } = recon.dataOf<{ recon_id: string }>(
    await recon.send('/merchants/recon/v3/upload-file', {}, settlementOf([{ ref: 'f1' }, { ref: 'f3' }]), 'new.csv'),
  )
  expect((await recon.act(first.recon_id, 'replace', { by: recon_id })).status).toBe(200)
  await recon.work()
  expect(await recon.read(first.recon_id)).toMatchObject({ replaced_by: recon_id })
  expect((await recon.read(first.recon_id)).withdrawn_at).not.toBeNull()
  expect((await recon.counting()).filter((said) => said.startsWith('f'))).toEqual(['f1 10 1', 'f3 10 1'])
})
