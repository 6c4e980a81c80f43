import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { full } from '#test/faults/counts.ts'
import { pagesRead, plain } from '#server/invoice-documents/pdf/drawn.ts'
import { filesOf, namesOf } from './file.ts'
import { openArchiving, type Archiving } from './fixtures.ts'

/** The PDFs of several invoices as one zip. */
let many: Archiving
beforeAll(async () => {
  many = await openArchiving()
})
afterAll(() => many.close())

const sent = async (body: object = {}) => (await many.inv.sent(body)).invoice_ref
const draft = async (body: object = {}) => (await many.inv.create(body)).invoice_ref

describe('a zip', () => {
  it('has each PDF of what was issued to the byte as it is kept, each once, in the order of the request', async () => {
    const refs = [await sent(), await sent(), await sent()]
    const before = await many.pdf(refs[0] as string)
    await many.inv.void(refs[2] as string)
    const archive = await many.begin([...refs, refs[0] as string])
    expect(archive).toMatchObject({ status: 'running', total: 3, done: 0, left_out: [], finished_at: null })
    await many.run(archive)
    expect(await many.read(archive)).toMatchObject({ status: 'done', total: 3, done: 3, left_out: [] })
    const files = await many.files(archive)
    const numbers = await Promise.all(refs.map(async (ref) => (await many.inv.read(ref)).invoice_number))
    expect([...files.keys()]).toEqual(numbers.map((number) => `invoice-${number}.pdf`))
    const [first, second, voided] = [...files.values()] as [Buffer, Buffer, Buffer]
    expect(first.equals(before)).toBe(true)
    expect(second.equals(await many.pdf(refs[1] as string))).toBe(true)
    expect(voided.equals(await many.pdf(refs[2] as string))).toBe(true)
    const kept = await many.sql<{ bytes: Buffer }>(
      'select bytes from invoice_files where merchant_id = $1 and ref = $2',
      refs[1],
    )
    expect(kept.map(({ bytes }) => bytes.equals(second))).toEqual([true])
  })

  it('has a draft as it was then, marked as one by its name and by what it says; nothing of it is kept for later', async () => {
    const ref = await draft({ description: 'Lanterns by the sea' })
    const archive = await many.begin([ref])
    await many.run(archive)
    await many.inv.update(ref, { revision: 1, description: 'Changed since' })
    const files = await many.files(archive)
    expect([...files.keys()]).toEqual([`draft-invoice-${ref}.pdf`])
    const text = (await pagesRead([...files.values()][0] as Buffer)).join('')
    expect(text).toContain(plain('Lanterns by the sea'))
    expect(text).toContain(plain('Draft. It gets its number when it is sent.'))
    expect(await many.sql('select 1 from invoice_files where merchant_id = $1 and ref = $2', ref)).toEqual([])
  })

  it('leaves out what cannot be drawn, with its name and the reason, and has the others', async () => {
    const [good, bad] = [await sent(), await draft({ description: 'Thanks 😀' })]
    const archive = await many.begin([bad, good])
    await many.run(archive)
    const left = { invoice_ref: bad, invoice_number: '', customer_name: 'Mei Tan', reason: 'INVOICE_CHARACTERS' }
    expect(await many.read(archive)).toMatchObject({ status: 'done', total: 2, done: 2, left_out: [left] })
    expect((await many.files(archive)).size).toBe(1)
  })

  it('of nothing that can be drawn, or that is not ready yet, is refused', async () => {
    const nothing = await many.begin([await draft({ description: '😀' })])
    expect((await many.download(nothing)).json()).toMatchObject({ status_reason: 'INVALID_STATUS_TYPE' })
    await many.run(nothing)
    expect((await many.download(nothing)).statusCode).toBe(409)
  })

  it('leaves out a file that was changed in the database; one that changes later is never served', async () => {
    const [first, second] = [await sent(), await sent()]
    await many.pdf(first)
    const change = (ref: string) =>
      many.sql(`update invoice_files set bytes = 'x' where merchant_id = $1 and ref = $2`, ref)
    await change(first)
    const archive = await many.begin([first, second])
    await many.run(archive)
    expect((await many.read(archive)).left_out).toMatchObject([{ invoice_ref: first, reason: 'PAYMENT_SYSTEM_ERROR' }])
    await change(second)
    expect((await many.download(archive)).statusCode).toBe(500)
  })

  it('reads each file when its turn comes', async () => {
    const archive = await many.begin([await draft(), await draft()])
    await many.run(archive)
    const read = many.inv.inside(async (ctx) => {
      const found: string[] = []
      for await (const { name } of await filesOf(ctx, archive.archive_id)) {
        found.push(name)
        ctx.write(ctx.own.delete('invoice_archive_items').where('archive_id', '=', archive.archive_id))
      }
      return found
    })
    await expect(read).rejects.toThrow(`file 1 of archive ${archive.archive_id} is gone`)
  })

  it('of many has them all', { timeout: 600_000 }, async () => {
    const count = full ? 500 : 12
    const refs: string[] = []
    for (let n = 0; n < count; n++) refs.push(await draft())
    const archive = await many.begin(refs)
    for (let run = 0; run < count / 100; run++) await many.run(archive)
    expect(await many.read(archive)).toMatchObject({ status: 'done', done: count })
    expect([...(await many.files(archive)).keys()]).toEqual(refs.map((ref) => `draft-invoice-${ref}.pdf`))
  })

  it('has no two names alike, in any case', () => {
    expect(namesOf(['a.pdf', 'A.pdf', 'a-2.pdf', 'a.pdf', 'b'])).toEqual([
      'a.pdf',
      'A-2.pdf',
      'a-2-2.pdf',
      'a-3.pdf',
      'b',
    ])
  })
})

describe('whose it is', () => {
  it("is refused as a whole with a reference of another merchant's, and nothing begins", async () => {
    const stranger = await many.inv.paying.testApp.addMerchant()
    const session = await many.inv.paying.testApp.signIn(stranger)
    const own = await sent()
    expect((await many.ask([own], session)).status).toBe(404)
    expect((await many.ask([own, 'nothing-of-this-name'])).status).toBe(404)
    const begun = await many.sql(
      `select 1 from invoice_archive_items where merchant_id = $2 or (merchant_id = $1 and invoice_ref = $3)`,
      stranger.merchantId,
      own,
    )
    expect(begun).toEqual([])
    const archive = await many.begin([own])
    await many.run(archive)
    expect((await many.look(archive, session)).status).toBe(404)
    expect((await many.download(archive, session)).statusCode).toBe(404)
  })

  it('is for every user of the merchant with the rule, and for no other', async () => {
    const archive = await many.begin([await sent()])
    await many.run(archive)
    const { testApp, merchant } = many.inv.paying
    const without = await testApp.signIn(merchant, { roles: ['payment-links-user'] })
    const invoices = await testApp.signIn(merchant, { roles: ['invoice-user'] })
    expect((await many.ask([await sent()], without)).status).toBe(403)
    expect((await many.look(archive, without)).status).toBe(403)
    expect((await many.download(archive, without)).statusCode).toBe(403)
    expect((await many.look(archive, invoices)).status).toBe(200)
    expect((await many.download(archive, invoices)).statusCode).toBe(200)
  })
})
