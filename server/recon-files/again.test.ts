import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

it('restates what a later file says otherwise, and keeps the version of before', async () => {
  const first = await recon.loadHere([{ ref: 'd1', gross: '5.00' }, { ref: 'd2' }])
  const second = await recon.loadHere([{ ref: 'd1', gross: '6.00', day: '2026-10-02' }, { ref: 'd2' }])
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
  const first = await recon.loadHere([{ ref: 'e1', gross: '5.00' }, { ref: 'e2' }, { ref: 'e3' }])
  const second = await recon.loadHere([{ ref: 'e1', gross: '6.00', day: '2026-10-02' }, { ref: 'e2' }])
  await recon.act(first.recon_id, 'withdraw')
  await recon.work()
  const of = async () => (await recon.counting()).filter((said) => said.startsWith('e'))
  expect(await of()).toEqual(['e1 6 1', 'e2 10 1'])
  expect(await recon.read(second.recon_id)).toMatchObject({ loaded: 1, restated: 1, repeated: 0 })
  await recon.loadHere([{ ref: 'e1', gross: '5.00' }, { ref: 'e2' }, { ref: 'e3' }])
  expect(await of()).toEqual(['e1 6 1', 'e2 10 1', 'e3 10 1'])
  await recon.act(second.recon_id, 'withdraw')
  await recon.work()
  expect(await of()).toEqual(['e1 5 1', 'e2 10 1', 'e3 10 1'])
})

it('keeps all that a file replaces until the new one is loaded, and then only the new one', async () => {
  const first = await recon.loadHere([{ ref: 'f1' }, { ref: 'f2' }])
  const recon_id = await recon.keep([{ ref: 'f1' }, { ref: 'f3' }], 'new.csv')
  expect((await recon.act(first.recon_id, 'replace', { by: recon_id })).status).toBe(200)
  await recon.work()
  expect(await recon.read(first.recon_id)).toMatchObject({ replaced_by: recon_id })
  expect((await recon.read(first.recon_id)).withdrawn_at).not.toBeNull()
  expect((await recon.counting()).filter((said) => said.startsWith('f'))).toEqual(['f1 10 1', 'f3 10 1'])
})

it('replaces a file by one file alone, which brings other bytes, and reads it no more meanwhile', async () => {
  const first = await recon.loadHere([{ ref: 'h1' }])
  await recon.loadHere([{ ref: 'h2' }])
  const [by, other, known] = [
    await recon.keep([{ ref: 'h3' }]),
    await recon.keep([{ ref: 'h4' }]),
    await recon.keep([{ ref: 'h2' }]),
  ]
  const replace = async (id: string) => (await recon.act(first.recon_id, 'replace', { by: id })).status
  expect([await replace(known), await replace(by), await replace(other)]).toEqual([409, 200, 409])
  expect((await recon.act(first.recon_id, 'read-again')).status).toBe(409)
  await recon.work()
  expect(await of('h')).toEqual(['h2 10 1', 'h3 10 1'])
  expect(await recon.read(known)).toMatchObject({ status: 'Uploaded', same_as: '' })
})

const of = async (letter: string) => (await recon.counting()).filter((said) => said.startsWith(letter))

it('keeps what a copy of the same bytes says when the first of both is withdrawn, without a moment between', async () => {
  const lines = [{ ref: 'm1' }, { ref: 'm1' }, { ref: 'm2' }]
  const first = await recon.loadHere(lines)
  const copy = await recon.loadHere(lines)
  const third = await recon.loadHere(lines)
  expect([copy.same_as, third.same_as]).toEqual([first.recon_id, first.recon_id])
  expect((await recon.act(first.recon_id, 'withdraw')).status).toBe(200)
  const seen: string[][] = []
  await recon.work(async () => seen.push(await of('m')))
  expect(seen.length).toBeGreaterThan(1)
  for (const one of seen) expect(one).toEqual(['m1 10 1', 'm1 10 2', 'm2 10 1'])
  expect(await recon.read(first.recon_id)).toMatchObject({ stage: '', replaced_by: copy.recon_id })
  expect((await recon.read(first.recon_id)).withdrawn_at).not.toBeNull()
  expect(await recon.read(copy.recon_id)).toMatchObject({ status: 'Success', same_as: '', loaded: 3 })
  expect(await recon.read(third.recon_id)).toMatchObject({ same_as: copy.recon_id })
  await recon.act(third.recon_id, 'withdraw')
  await recon.act(copy.recon_id, 'withdraw')
  await recon.work()
  expect(await of('m')).toEqual([])
})
