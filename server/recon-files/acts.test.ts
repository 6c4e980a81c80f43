import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

const sql = (text: string, ...values: unknown[]) =>
  recon.testApp.owner.transaction(null, (tx) => tx.query(text, [recon.merchant.merchantId, ...values]))
const counting = async (letter: string) => (await recon.counting()).filter((said) => said.startsWith(letter))
const notices = async () =>
  (await sql('select kind from notices where merchant_id = $1 order by created_at')).map(
    (row) => (row as { kind: string }).kind,
  )

describe('a file', () => {
  it('that could not be loaded says so, tells people, and is read when it is tried again', async () => {
    const reconId = await recon.keep([{ ref: 'n1' }], 'n.csv')
    expect((await recon.begin(reconId)).status).toBe(200)
    // What is sealed is damaged, as by a disk.
    const [part] = (await sql('select bytes_sealed from recon_file_parts where merchant_id = $1 and recon_id = $2', reconId)) as { bytes_sealed: Buffer }[] // prettier-ignore
    const set = 'update recon_file_parts set bytes_sealed = $3 where merchant_id = $1 and recon_id = $2'
    await sql(set, reconId, Buffer.alloc(part?.bytes_sealed.length ?? 0, 7))
    await sql('update recon_files set tries = 4 where merchant_id = $1 and recon_id = $2', reconId)
    await recon.work()
    expect(await recon.read(reconId)).toMatchObject({ status: 'Ingestion Failed', reason: 'could_not_load', rows: 0 })
    expect(await notices()).toEqual(['recon_file_failed'])
    expect((await recon.act(reconId, 'load-good-rows')).status).toBe(409)
    await sql(set, reconId, part?.bytes_sealed)
    expect((await recon.act(reconId, 'try-again')).status).toBe(200)
    expect((await recon.act(reconId, 'try-again')).status).toBe(409)
    await recon.work()
    expect(await recon.read(reconId)).toMatchObject({ status: 'Success', reason: '', loaded: 1 })
    expect(await counting('n')).toEqual(['n1 10 1'])
  })

  it('is not tried again once another file has brought the same bytes', async () => {
    const [first, lines] = [await recon.keep([{ ref: 'o1' }], 'o.csv'), [{ ref: 'o1' }]]
    await recon.begin(first)
    await sql("update recon_files set status = 'Ingestion Failed', stage = '' where merchant_id = $1 and recon_id = $2", first) // prettier-ignore
    await recon.loadHere(lines)
    expect((await recon.act(first, 'try-again')).status).toBe(409)
    expect(await counting('o')).toEqual(['o1 10 1'])
  })

  it('that is read again by another mapping has restatements and no new records', async () => {
    const file = await recon.loadHere([
      { ref: 'p1', fee: '0.30' },
      { ref: 'p2', fee: '0.30' },
    ])
    const { rfm_id } = await recon.saveMapping({
      parent_rfm_id: file.mapping_id,
      input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference' },
    })
    expect((await recon.act(file.recon_id, 'read-again', { mapping_id: rfm_id })).status).toBe(200)
    await recon.work()
    expect(await recon.read(file.recon_id)).toMatchObject({ reading: 2, mapping_id: rfm_id, loaded: 0, restated: 2 })
    expect(await counting('p')).toEqual(['p1 10 1', 'p2 10 1'])
    expect((await recon.records(file.recon_id)).map(({ fee }) => fee)).toEqual(['0', '0'])
  })

  it('that could not be read once more is withdrawn with what it had brought', async () => {
    const first = await recon.loadHere([{ ref: 'q1' }])
    await sql("update recon_files set status = 'Ingestion Failed' where merchant_id = $1 and recon_id = $2", first.recon_id) // prettier-ignore
    expect((await recon.loadHere([{ ref: 'q1' }, { ref: 'q2' }])).repeated).toBe(1)
    expect((await recon.act(first.recon_id, 'withdraw')).status).toBe(200)
    await recon.work()
    expect((await recon.read(first.recon_id)).withdrawn_at).not.toBeNull()
    expect(await counting('q')).toEqual(['q1 10 1', 'q2 10 1'])
  })

  it.each(['Uploaded', 'Validation Failed', 'Ingestion Failed'])('that is %s is withdrawn at once, and read no more', async (status) => {
    const reconId = await recon.keep([{ ref: 'r1' }], `${status}.csv`)
    if (status !== 'Uploaded') await recon.begin(reconId)
    await sql("update recon_files set status = $3, stage = '' where merchant_id = $1 and recon_id = $2", reconId, status)
    expect((await recon.act(reconId, 'withdraw')).status).toBe(200)
    expect((await recon.read(reconId)).withdrawn_at).not.toBeNull()
    await recon.begin(reconId)
    await recon.work()
    expect(await recon.read(reconId)).toMatchObject({ status, loaded: 0 })
    expect((await recon.act(reconId, 'withdraw')).status).toBe(409)
  }) // prettier-ignore
})
