import type { PayoutBatch } from '#contract/payout-batches.ts'
import type { PayoutSheetColumn } from '#contract/payout-sheet.ts'
import { openPayingOut, type PayingOut } from '#server/payouts/fixtures.ts'
import { form, formType } from '#test/picture.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

export type Cells = Partial<Record<PayoutSheetColumn, string>>

/** A row that pays an account in Singapore. */
export const rowTo = (va: string, nth: number, more: Cells = {}): Cells => ({
  Reference: `S-${nth}`,
  VirtualAccount: va,
  BeneficiaryName: 'Supplier Pte Ltd',
  AccountNumber: String(20_000_000 + nth),
  BankCode: 'DBSSSGSG',
  Country: 'SG',
  Currency: 'SGD',
  Amount: '12.50',
  ...more,
})

export function csvOf(rows: readonly Cells[], separator = ','): Buffer {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))] as PayoutSheetColumn[]
  return Buffer.from(
    [head.join(separator), ...rows.map((row) => head.map((title) => row[title] ?? '').join(separator))].join('\n'),
  )
}

interface Upload {
  name?: string
  dryRun?: boolean
  mapping?: object
  defaults?: object
  key?: string
  as?: TestSession
  path?: string
}

/** Payouts from sheets through the front door, for tests; jobs run when a test says. */
export async function openSheets() {
  const out: PayingOut = await openPayingOut()
  const upload = (bytes: Uint8Array, of: Upload = {}): Promise<Answer> => {
    const { name = 'payouts.csv', dryRun, mapping, defaults, key = crypto.randomUUID(), as = out.maker } = of
    const fields: Record<string, string> = {}
    if (dryRun !== undefined) fields['dry_run'] = String(dryRun)
    if (mapping) fields['mapping'] = JSON.stringify(mapping)
    if (defaults) fields['defaults'] = JSON.stringify(defaults)
    return out.testApp.call(
      as,
      'POST',
      of.path ?? '/api/payouts/batches',
      form(fields, [{ field: 'file', name, bytes: Buffer.from(bytes) }]),
      { 'content-type': formType, 'idempotency-key': key },
    )
  }
  const batchOf = (answer: Answer): PayoutBatch => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as PayoutBatch
  }
  return {
    out,
    upload,
    take: async (rows: readonly Cells[], of: Upload = {}) => batchOf(await upload(csvOf(rows), of)),
    takeFile: async (bytes: Uint8Array, of: Upload = {}) => batchOf(await upload(bytes, of)),
    async result(batch: PayoutBatch): Promise<Buffer> {
      const answer = await out.testApp.call(out.maker, 'GET', `/api/payouts/batches/${batch.batch_id}/result`)
      if (answer.status !== 200) throw new Error(answer.text)
      const { data_url: url } = answer.body.content as unknown as { data_url: string }
      return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    },
    async count(): Promise<number> {
      const [row] = await out.sql<{ n: bigint }>('select count(*) as n from payouts where merchant_id = $1')
      return Number(row?.n)
    },
  }
}
export type Sheets = Awaited<ReturnType<typeof openSheets>>
