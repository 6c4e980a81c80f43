import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'
import { textsIn } from './pdf/characters.ts'
import { pagesRead, plain } from './pdf/drawn.ts'

/** The documents of invoices and credit notes, through the front door. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

interface File {
  name: string
  type: string
  data_url: string
}
const get = (path: string) => inv.ask('GET', `/api/${path}`)
async function file(path: string): Promise<File & { bytes: Buffer }> {
  const answer = await get(path)
  if (answer.status !== 200) throw new Error(answer.text)
  const found = answer.body.content as unknown as File
  return { ...found, bytes: Buffer.from(found.data_url.slice(found.data_url.indexOf(',') + 1), 'base64') }
}
const pdf = (ref: string) => file(`invoices/${ref}/pdf`)
const read = async (ref: string) => (await pagesRead((await pdf(ref)).bytes)).join('')
/** Enough for an electronic invoice. */
const whole = {
  line_items: [{ detail: 'Consulting', quantity: 2, rate: 50, tax_category: 'S', tax_percent: 9 }],
  billing_address: { line_1: '1 Raffles Place', city: 'Singapore', country_code: 'SG' },
}
const settings = { legal_name: 'Acme Pte. Ltd.', country_code: 'SG', tax_number: 'SG201812345A', city: 'Singapore' }
const saveSettings = async (more: object) => {
  const path = `/api/invoices/${inv.scope.merchantId}/settings`
  const { revision } = (await inv.ask('GET', path)).body.content as unknown as { revision: number }
  expect((await inv.ask('PUT', path, { revision, ...more })).status).toBe(200)
}

describe('a PDF', () => {
  it('of a draft says so and has no number; of what was issued it has the number, and is kept', async () => {
    const { invoice_ref: ref, revision } = await inv.create(whole)
    expect(await read(ref)).toContain(plain('Draft. It gets its number when it is sent.'))
    await inv.update(ref, { revision, marked_as_sent: true })
    const { invoice_number: number } = await inv.read(ref)
    const first = await pdf(ref)
    expect(first.name).toBe(`invoice-${number}.pdf`)
    expect((await pagesRead(first.bytes)).join('')).toContain(number)
    await saveSettings({ legal_name: 'Another Name' })
    expect((await pdf(ref)).bytes.equals(first.bytes)).toBe(true)
  })

  it('of a voided invoice says so, and comes back as it was', async () => {
    const { invoice_ref: ref } = await inv.sent(whole)
    const before = await pdf(ref)
    await inv.void(ref)
    expect(await read(ref)).toContain(plain('Void. There is nothing to pay.'))
    await inv.unvoid(ref)
    expect((await pdf(ref)).bytes.equals(before.bytes)).toBe(true)
  })

  it('that was changed in the database is not served', async () => {
    const { invoice_ref: ref } = await inv.sent(whole)
    await pdf(ref)
    await inv.paying.testApp.owner.transaction(null, (tx) =>
      tx.query(`update invoice_files set bytes = 'x' where ref = $1`, [ref]),
    )
    expect((await get(`invoices/${ref}/pdf`)).status).toBe(500)
  })

  it('of several at once is one file', async () => {
    const { invoice_ref: ref } = await inv.sent(whole)
    const files = await Promise.all(Array.from({ length: 6 }, () => pdf(ref)))
    expect(new Set(files.map(({ data_url: url }) => url)).size).toBe(1)
    const kept = await inv.paying.testApp.owner.transaction(null, (tx) =>
      tx.query<{ count: bigint }>('select count(*) from invoice_files where ref = $1', [ref]),
    )
    expect(kept).toEqual([{ count: 1n }])
  })

  it('with characters that no font has is refused, and the invoice names them', async () => {
    const { invoice_ref: ref, missing_characters: missing } = await inv.create({ ...whole, description: 'Thanks 😀' })
    expect(missing).toEqual(['😀'])
    expect((await get(`invoices/${ref}/pdf`)).body).toMatchObject({ status_reason: 'INVOICE_CHARACTERS' })
  })
})

describe('an electronic invoice', () => {
  it('is closed with what is missing, at its fields, and open when it is there; the PDF then has it inside', async () => {
    const { invoice_ref: ref, electronic_gaps: gaps } = await inv.sent({ line_items: whole.line_items })
    expect(gaps).toContainEqual({ field: 'billing_address.country_code', reason: 'required' })
    const refused = await get(`invoices/${ref}/xml/ubl`)
    expect([refused.status, refused.body['status_reason']]).toEqual([409, 'INVOICE_NOT_ELECTRONIC'])
    expect((refused.body['errors'] as { path: string }[]).map(({ path }) => path)).toEqual(
      gaps.map(({ field }) => field),
    )
    await saveSettings(settings)
    const { invoice_ref: good } = await inv.sent(whole)
    const ubl = await file(`invoices/${good}/xml/ubl`)
    expect(ubl.type).toBe('application/xml')
    expect(ubl.bytes.toString()).toMatch(/<cbc:PayableAmount currencyID="SGD">109\.00</)
    expect((await file(`invoices/${good}/xml/cii`)).bytes.toString()).toMatch(/DuePayableAmount>109\.00</)
    expect((await pdf(good)).bytes.includes('factur-x.xml')).toBe(true)
    expect((await pdf(ref)).bytes.includes('factur-x.xml')).toBe(false)
  })

  it('is none of a draft or of a voided invoice', async () => {
    const { invoice_ref: draft } = await inv.create(whole)
    const { invoice_ref: voided } = await inv.sent(whole)
    await inv.void(voided)
    for (const ref of [draft, voided]) expect((await get(`invoices/${ref}/xml/cii`)).status).toBe(409)
  })

  it('of a credit note names its invoice, and has positive amounts', async () => {
    const { invoice_ref: ref, invoice_number: number } = await inv.sent(whole)
    await inv.credit(ref, { lines: [{ line: 0, quantity: 1 }], reason: 'Returned' })
    const [note] = (await inv.read(ref)).credit_notes
    const path = `credit-notes/${note?.credit_note_ref}`
    const xml = (await file(`${path}/xml/ubl`)).bytes.toString()
    expect(xml).toMatch(/<cbc:CreditNoteTypeCode>381</)
    expect(xml).toMatch(new RegExp(`<cac:InvoiceDocumentReference>\\s*<cbc:ID>${number}<`))
    expect(xml).toMatch(/<cbc:PayableAmount currencyID="SGD">54\.50</)
    const text = (await pagesRead((await file(`${path}/pdf`)).bytes)).join('')
    expect(text).toContain(plain('Credit note'))
    expect(text).toContain(plain('Reason for the creditReturned'))
  })
})

describe('the document as blocks', () => {
  it('says what the PDF says, of a draft whatever is missing', async () => {
    const { invoice_ref: ref } = await inv.sent(whole)
    const document = (await get(`invoices/${ref}/document`)).body.content as unknown as InvoiceDocument
    expect((await read(ref)).startsWith(plain(textsIn(document.blocks).join('')))).toBe(true)
  })

  it('is a preview of what is not saved', async () => {
    const asked = {
      environment: 'sandbox',
      currency: 'SGD',
      customer: { name: 'Mei Tan', language: 'ar' },
      due_date: '2036-01-01',
      amount: 1,
      sub_total: 1,
      line_items: [{ detail: 'Tour', quantity: 3, rate: 12.5 }],
    }
    const answer = await inv.ask('POST', '/api/invoices/preview', asked)
    expect(answer.status).toBe(200)
    const document = answer.body.content as unknown as InvoiceDocument
    expect(document.language).toBe('ar')
    expect(textsIn(document.blocks)).toContain('37.50 SGD'.replace(' ', '\u00a0'))
  })
})
