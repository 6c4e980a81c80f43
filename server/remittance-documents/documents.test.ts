import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { RemittanceDocument } from '#contract/remittance-documents.ts'
import { openRemitting, type Remitting } from '#server/remittances/fixtures.ts'
import { form, formType, png } from '#test/picture.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

/** Documents that a bank asks for, through the front door. */
let shop: Remitting
let admin: TestSession
let ref = ''
beforeAll(async () => {
  shop = await openRemitting()
  admin = await shop.testApp.signIn(shop.merchant, { name: 'Mei Tan', secondFactor: true })
  const at = new Date('2026-03-05T03:00:00Z')
  await shop.agree(at)
  await shop.sell([{ ref: 'a', amountMinor: 44_693n, at }])
  await shop.settle(at, 'USD', [{ ref: 'a', grossMinor: 44_693n }])
  await shop.open(at, 'USD', '2026-03-05')
  ref = (await shop.cut(new Date('2026-03-05T15:00:00Z'), 'USD', { source: '1', destination: '1391.25' })).ref
})
afterAll(() => shop.close())

const contract = Buffer.from('%PDF-1.7\nthe terms of the sale\n%%EOF\n')
const path = (of = ref) => `/api/remittances/${of}/documents`
const add = (
  bytes: Buffer,
  { name = 'contract.pdf', kind = 'contract', of = ref, session = admin } = {},
): Promise<Answer> =>
  shop.testApp.call(session, 'POST', path(of), form({ kind }, [{ field: 'file', name, bytes }]), {
    'content-type': formType,
    'idempotency-key': crypto.randomUUID(),
  })
const contentOf = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const get = (at: string, session = admin) => shop.testApp.call(session, 'GET', at)
const list = async () => contentOf<RemittanceDocument[]>(await get(path()))
const standing = async () =>
  (await shop.sql(`select status, holds from remittances where merchant_id = $1 and settlement_ref = $2`, [ref]))[0]
const hold = (holds: string[]) =>
  shop.sql(`update remittances set status = 'On Hold', holds = $3 where merchant_id = $1 and settlement_ref = $2`, [
    ref,
    holds,
  ])

describe('a document', () => {
  it('is listed and read as it came, and is not legible in the database', async () => {
    const added = contentOf<RemittanceDocument>(await add(contract))
    expect(added).toMatchObject({
      kind: 'contract',
      name: 'contract.pdf',
      type: 'application/pdf',
      added_by: 'Mei Tan',
    })
    expect(await list()).toEqual([added])
    const { data_url } = contentOf<{ data_url: string }>(await get(`${path()}/${added.document_id}`))
    expect(Buffer.from(data_url.split(',')[1] ?? '', 'base64').equals(contract)).toBe(true)
    const kept = await shop.sql<{ content_sealed: Buffer }>(
      'select content_sealed from remittance_documents where merchant_id = $1',
    )
    expect(kept).toHaveLength(1)
    for (const { content_sealed: sealed } of kept)
      for (const part of ['%PDF', 'terms of the sale']) expect(sealed.includes(part)).toBe(false)
  })

  it('that is a picture is drawn anew as a PNG', async () => {
    const added = contentOf<RemittanceDocument>(await add(png(300, 300), { name: 'scan.jpg', kind: 'invoice' }))
    expect(added).toMatchObject({ kind: 'invoice', name: 'scan.png', type: 'image/png' })
  })

  it('of another type, too large or of no kind is refused, and nothing of it is kept', async () => {
    const before = await list()
    expect((await add(Buffer.from('<svg/>'), { name: 'a.svg' })).body['status_reason']).toBe(faults.invalidFile.reason)
    expect((await add(Buffer.from('MZ program'), { name: 'a.pdf' })).body['status_reason']).toBe(
      faults.invalidFile.reason,
    )
    const large = Buffer.concat([contract, Buffer.alloc(limits.uploadBytes, 32)])
    expect((await add(large)).body['status_reason']).toBe(faults.fileTooLarge.reason)
    expect((await add(contract, { kind: 'letter' })).status).toBe(400)
    expect(await list()).toEqual(before)
  })

  it('of another merchant is not there, whichever reference is asked for', async () => {
    const [mine] = await list()
    const other = await openRemitting({}, shop.testApp)
    const stranger = await shop.testApp.signIn(other.merchant, { secondFactor: true })
    expect((await get(path(), stranger)).status).toBe(404)
    expect((await get(`${path()}/${mine?.document_id}`, stranger)).status).toBe(404)
    expect((await add(contract, { session: stranger })).status).toBe(404)
    expect((await get(`${path('nothing')}/${mine?.document_id}`)).status).toBe(404)
  })

  it('ends the hold of a settlement that lacks one, and no other hold', async () => {
    await hold(['document_missing', 'screening'])
    await add(contract)
    expect(await standing()).toEqual({ status: 'On Hold', holds: ['screening'] })
    await hold(['document_missing'])
    await add(contract)
    expect(await standing()).toEqual({ status: 'Calculated', holds: [] })
  })

  it('is one of twenty at most', async () => {
    for (let has = (await list()).length; has < limits.remittanceDocuments; has++) contentOf(await add(contract))
    expect((await add(contract)).body['status_reason']).toBe(faults.tooMany.reason)
    expect(await list()).toHaveLength(limits.remittanceDocuments)
  })
})
