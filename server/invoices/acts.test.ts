import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInvoicing, type Invoicing } from './fixtures.ts'

let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const act = async (name: string, invoice_refs: string[]) => {
  const answer = await inv.ask('POST', '/api/invoices/acts', { act: name, invoice_refs })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as { invoice_ref: string; done: boolean; reason: string }[]
}

it('each invoice has an outcome of its own, in the order in which it is named, and what is refused stays as it is', async () => {
  const [draft, sent, paid, gone, mute] = await Promise.all([
    inv.create(),
    inv.sent(),
    inv.sent(),
    inv.create(),
    inv.create({ customer: { name: 'No address' } }),
  ])
  await inv.pay(paid.invoice_ref)
  await inv.void(gone.invoice_ref)
  const refs = [paid, draft, sent].map(({ invoice_ref }) => invoice_ref)
  const absent = draft.invoice_ref.split('').toReversed().join('')
  await expect(act('void', [...refs, absent])).rejects.toThrow('RECORD_NOT_FOUND_ERROR')
  // Whoever has paid may get their document once more.
  const asked = [mute.invoice_ref, ...refs, gone.invoice_ref]
  expect((await act('send', asked)).map(({ done, reason }) => [done, reason])).toEqual([
    [false, 'RECIPIENT_MISSING'],
    [true, ''],
    [true, ''],
    [true, ''],
    [false, 'INVALID_STATUS_TYPE'],
  ])
  expect((await act('void', [...refs, draft.invoice_ref])).map(({ done, reason }) => [done, reason])).toEqual([
    [false, 'INVALID_STATUS_TYPE'],
    [true, ''],
    [true, ''],
    [true, ''],
  ])
  expect((await Promise.all(refs.map((ref) => inv.read(ref)))).map(({ status }) => status)).toEqual([
    'paid',
    'voided',
    'voided',
  ])
  expect((await inv.read(mute.invoice_ref)).status).toBe('created')
  expect(await inv.findings()).toEqual([])
})
