import { sql, type Selectable, type Updateable } from 'kysely'
import type { BankFile } from '#contract/bank-files.ts'
import { waitingVerdicts } from '#contract/bank-files.ts'
import { bankFile } from '#contract/channel-catalogue/bank-file.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** The merchant's channels that pay by file. */
export const listChannels = (ctx: Ctx) =>
  ctx.own
    .select('payment_channels')
    .select(['channel_key', 'name', 'is_enabled'])
    .where('catalogue_key', '=', bankFile.key)
    .where('removed_at', 'is', null)
    .orderBy('channel_key')
    .execute()

/** A channel that pays by file. Throws `channelUnknown`. */
export async function expectChannel(ctx: Ctx, channelKey: string): Promise<void> {
  const channels = await listChannels(ctx)
  if (!channels.some(({ channel_key }) => channel_key === channelKey)) throw new Fault('channelUnknown')
}

/** What is ready for the next file of each channel: approved payouts that wait for it alone. Index: payouts_waiting. */
export const sumReady = (ctx: Ctx) =>
  ctx.own
    .select('payouts')
    .select(['channel_key', 'currency'])
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      sql<bigint>`sum(amount_minor - case fee_payer when 'RECEIVER' then fee_minor + fee_tax_minor else 0 end)::bigint`.as(
        'total',
      ),
    ])
    .where('status', '=', 'Approved')
    .where('waits_for', '=', 'bank_file')
    .groupBy(['channel_key', 'currency'])
    .execute()

/** Approved payouts of a channel, those first that wait for their file alone. Index: payouts_open. */
export async function listApproved(ctx: Ctx, channelKey: string): Promise<string[]> {
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', '=', 'Approved')
    .where('channel_key', '=', channelKey)
    .orderBy(sql`waits_for = 'bank_file'`, 'desc')
    .orderBy('created_at')
    .orderBy('txn_ref')
    .limit(limits.bankFilePayouts)
    .execute()
  return rows.map(({ txn_ref }) => txn_ref)
}

export type FileRow = OwnRow<'bank_files'>

export const insertFile = (ctx: Ctx, file: FileRow, payouts: readonly OwnRow<'bank_file_payouts'>[]): void => {
  ctx.write(ctx.own.insert('bank_files', file))
  ctx.write(ctx.own.insert('bank_file_payouts', payouts))
}

/** Locks a file until the commit. Throws `notFound`. */
export async function lockFile(ctx: Ctx, fileId: string) {
  if (!isUuid(fileId)) throw new Fault('notFound')
  const row = await ctx.own
    .select('bank_files')
    .selectAll()
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Fault('notFound')
  return row
}

export const changeFile = (ctx: Ctx, fileId: string, columns: Updateable<Tables['bank_files']>): void =>
  ctx.write(
    ctx.own
      .update('bank_files')
      .set({ ...columns, updated_at: ctx.now })
      .where('file_id', '=', fileId),
  )

/** How many payouts of files the bank has not answered for. Index: bank_file_payouts_of. */
async function countOpen(ctx: Ctx, fileIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.tx.query<{ file_id: string; open: bigint }>(
    `select f.file_id, count(*) as open from bank_file_payouts f
     join payouts p on p.merchant_id = $1 and p.environment = $2 and p.txn_ref = f.txn_ref
     where f.merchant_id = $1 and f.environment = $2 and f.file_id = any ($3) and p.status = 'Processing'
     group by f.file_id`,
    [ctx.owner.merchantId, ctx.owner.environment, fileIds],
  )
  return new Map(rows.map(({ file_id, open }) => [file_id, Number(open)]))
}

/** The latest files, or one of them, as people see them. Index: bank_files_newest. */
export async function listFiles(ctx: Ctx, fileId?: string) {
  const rows = await ctx.own
    .select('bank_files')
    .select([
      'file_id',
      'channel_key',
      'msg_id',
      'payouts',
      'total_minor as total',
      'currency',
      'made_by',
      'made_at',
      'asked_by_name as asked_by',
      'asked_at',
      'reason',
      'evidence',
      'withdrawn_by',
      'withdrawn_at',
    ]) // prettier-ignore
    .$if(fileId !== undefined, (query) => query.where('file_id', '=', fileId ?? ''))
    .orderBy('made_at', 'desc')
    .orderBy('file_id', 'desc')
    .limit(limits.bankFilesShown)
    .execute()
  const open = await countOpen(
    ctx,
    rows.map(({ file_id }) => file_id),
  )
  return rows.map((row) => {
    const open_count = open.get(row.file_id) ?? 0
    return { ...row, open_count, state: stateOf(row.withdrawn_at, open_count) }
  })
}
const stateOf = (withdrawnAt: Date | null, open: number): BankFile['state'] =>
  withdrawnAt ? 'Withdrawn' : open > 0 ? 'Made' : 'Answered'

/** One file as people see it. Throws `notFound`. */
export async function shownFile(ctx: Ctx, fileId: string) {
  const [file] = isUuid(fileId) ? await listFiles(ctx, fileId) : []
  if (!file) throw new Fault('notFound')
  return file
}

/** The sealed bytes of a file. Throws `notFound`. */
export async function sealedFile(ctx: Ctx, fileId: string) {
  const row = isUuid(fileId)
    ? await ctx.own
        .select('bank_files')
        .select(['msg_id', 'made_at', 'channel_key', 'content_sealed'])
        .where('file_id', '=', fileId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Fault('notFound')
  return row
}

/** The payouts of a file with their groups. Index: bank_file_payouts_of. */
export const listFilePayouts = (ctx: Ctx, fileId: string) =>
  ctx.own.select('bank_file_payouts').select(['txn_ref', 'group_id']).where('file_id', '=', fileId).execute()

/** The file that a bank knows by a message id. */
export const fileByMessage = (ctx: Ctx, msgId: string) =>
  ctx.own
    .select('bank_files')
    .select(['file_id', 'channel_key', 'currency'])
    .where('msg_id', '=', msgId)
    .executeTakeFirst()

/** Which of some references are of payouts in files. Index: primary key. */
export async function listInFiles(ctx: Ctx, refs: readonly string[]): Promise<string[]> {
  const rows = await ctx.own
    .select('bank_file_payouts')
    .select('txn_ref')
    .where(sql<boolean>`txn_ref = any (${refs})`)
    .execute()
  return rows.map(({ txn_ref }) => txn_ref)
}

/** A line as it is kept. */
export type LineRow = Omit<Selectable<Tables['bank_lines']>, 'merchant_id' | 'environment'>
const shownLine = [
  'line_id', 'channel_key', 'format', 'verdict', 'txn_ref', 'bank_ref', 'amount_minor as amount', 'currency', 'direction', 'other_side',
  'line_text as text', 'booked_at',
] as const // prettier-ignore

/** Which of some lines were brought before, by their keys as hex. Index: primary key. */
export async function listKnown(ctx: Ctx, keys: readonly Buffer[]): Promise<Set<string>> {
  const rows = await ctx.own
    .select('bank_lines')
    .select('line_key')
    .where(sql<boolean>`line_key = any (${keys})`)
    .execute()
  return new Set(rows.map(({ line_key }) => line_key.toString('hex')))
}
/** In which messages payouts have been told to be paid. Index: bank_lines_of. */
export async function listPaidIn(ctx: Ctx, refs: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.own
    .select('bank_lines')
    .select(['txn_ref', 'format'])
    .where(sql<boolean>`txn_ref = any (${refs})`)
    .where('txn_ref', '<>', '')
    .where('verdict', '=', 'paid')
    .execute()
  return new Set(rows.map(({ txn_ref, format }) => `${format} ${txn_ref}`))
}

/** Lines that wait for people, newest first. Index: bank_lines_waiting. */
export const listWaiting = (ctx: Ctx) =>
  ctx.own
    .select('bank_lines')
    .select(shownLine)
    .where('verdict', 'in', waitingVerdicts)
    .where('explained_at', 'is', null)
    .orderBy('brought_at', 'desc')
    .orderBy('line_id', 'desc')
    .limit(limits.bankLinesShown)
    .execute()

/** Says what a line is that waits. Throws `notFound` for one that does not. */
export async function explainLine(ctx: Ctx, lineId: string, explanation: string) {
  const row = isUuid(lineId)
    ? await ctx.own
        .update('bank_lines')
        .set({ explanation, explained_by: ctx.actor.name, explained_at: ctx.now })
        .where('line_id', '=', lineId)
        .where('verdict', 'in', waitingVerdicts)
        .where('explained_at', 'is', null)
        .returning(shownLine)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Fault('notFound')
  return row
}

/** The state of a deposit by the bank's reference; undefined for none. */
export const depositState = (ctx: Ctx, accountNo: string, depositRef: string) =>
  ctx.own
    .select('deposits')
    .select('state')
    .where('account_no', '=', accountNo)
    .where('deposit_ref', '=', depositRef)
    .executeTakeFirst()
