import { decimalText, type Currency } from '#contract/kit/money.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { thirdPartyFields } from '#contract/third-party-mapping.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { rowReader } from '#server/third-party/check-row.ts'
import { columnTexts } from '#server/third-party/column-texts.ts'
import { finishUpload } from '#server/third-party/finish.ts'
import { loadSheet } from '#server/third-party/load.ts'
import { insertUpload } from '#server/third-party/queries.ts'

const source = 'Harbour Acquiring'
const fileName = 'harbour-acquiring.csv'
const mapping = { columns: {}, date_format: 'YYYY-MM-DD' as const, time_zone: 'UTC', statuses: {} }

interface Paid {
  merchant_order_ref: string
  channel_order_ref: string
  currency: Currency
  amount_minor: bigint
  created_at: Date
  shopper_name: string
}

/** What an acquirer says of a merchant's last payments: most of them, and two that the merchant does not know. */
export async function seedThirdParty(ctx: Ctx): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const paid = await ctx.tx.query<Paid>(
    `select merchant_order_ref, channel_order_ref, currency, amount_minor, created_at, shopper_name from payments
     where merchant_id = $1 and environment = $2 and status = 'Success' and channel_order_ref <> '' order by created_at desc limit 80`,
    [merchantId, environment],
  )
  const [by] = await ctx.tx.query<{ name: string }>(
    `select name from sub_users where merchant_id = $1 and roles && '{admin,recon-admin}' order by name limit 1`,
    [merchantId],
  )
  if (paid.length === 0 || !by) return
  const told = paid.flatMap((payment, at) => {
    if (at % 17 === 5) return []
    return at % 40 === 3 ? [payment, { ...payment, channel_order_ref: `HA-${payment.channel_order_ref}` }] : [payment]
  })
  const head = [...thirdPartyFields]
  const read = rowReader({ head, source, mapping, onUnknownStatus: () => {} })
  const cells = told.map((payment) => cellsOf(payment))
  const rows = cells
    .map((row, at) => read({ no: at + 2, cells: row }))
    .flatMap((row) => (Array.isArray(row) ? [] : [row]))
  const uploadId = newId()
  const [first] = paid
  await insertUpload(ctx, {
    upload_id: uploadId,
    source,
    file_name: fileName,
    state: 'reading',
    dry_run: false,
    mapping: JSON.stringify(mapping),
    created_at: first?.created_at ?? ctx.now,
    created_by: by.name,
    updated_at: ctx.now,
  })
  const lines = [
    { head, preview: cells.slice(0, 10) },
    { count: rows.length, columns: columnTexts(rows), errors: [] },
    { rows: rows.length, unknownStatuses: [] },
  ]
  const ending = await loadSheet(ctx, { uploadId, source, dryRun: false }, lines)
  await finishUpload(ctx, { uploadId, source, mapping }, ending)
}

function cellsOf(payment: Paid): string[] {
  const { created_at, amount_minor, currency, merchant_order_ref, channel_order_ref, shopper_name } = payment
  const said: Partial<Record<(typeof thirdPartyFields)[number], string>> = {
    date: timestampText(created_at),
    amount: decimalText(amount_minor, currency),
    currency,
    status: 'settled',
    merchant_order_ref,
    channel_order_ref,
    method: 'card',
    payer: shopper_name,
  }
  return thirdPartyFields.map((field) => said[field] ?? '')
}
