import { randomBytes } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { sourceNameOf } from '#server/recon-sources/source-names.ts'

/** Whether the owner has a channel of this key, also one that only reconciles. Throws `channelUnknown`. Index: primary key. */
export async function expectChannel(ctx: Ctx, channelKey: string): Promise<{ name: string }> {
  const channel = await ctx.own
    .select('payment_channels')
    .select('name')
    .where('channel_key', '=', channelKey)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!channel) throw new Fault('channelUnknown')
  return channel
}

/** How files of a channel come in; undefined before anything was said. With `lock` the row is locked until the commit. */
export function findIntake(ctx: Ctx, channelKey: string, { lock = false } = {}) {
  const question = ctx.own.select('recon_intakes').selectAll().where('channel_key', '=', channelKey)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundIntake = NonNullable<Awaited<ReturnType<typeof findIntake>>>

/** The same, made where there was none, and locked. */
export async function openIntake(ctx: Ctx, channelKey: string): Promise<FoundIntake> {
  const row = { channel_key: channelKey, mail_key: newMailKey(), created_at: ctx.now, updated_at: ctx.now }
  await ctx.own
    .insert('recon_intakes', row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await findIntake(ctx, channelKey, { lock: true })
  if (!found) throw new Fault('notFound')
  return found
}

export async function changeIntake(ctx: Ctx, channelKey: string, set: Partial<OwnRow<'recon_intakes'>>): Promise<void> {
  noteChange(ctx, 'recon_intake', channelKey)
  await ctx.own
    .update('recon_intakes')
    .set({ ...(set as object), updated_at: ctx.now })
    .where('channel_key', '=', channelKey)
    .execute()
}

/** 130 random bits in base32, of which the address for mail is made. */
function newMailKey(): string {
  return Array.from(randomBytes(26), (byte) => base32[byte & 31]).join('')
}
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The schedules of a channel's sources by name. Index: recon_schedules_of_channel. */
export const listSchedules = (ctx: Ctx, channelKey: string) =>
  ctx.own
    .select('recon_schedules')
    .selectAll()
    .where('channel_key', '=', channelKey)
    .orderBy('source')
    .limit(100)
    .execute()

export function findSchedule(ctx: Ctx, source: string, { lock = false } = {}) {
  const question = ctx.own.select('recon_schedules').selectAll().where('source', '=', source)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundSchedule = NonNullable<Awaited<ReturnType<typeof findSchedule>>>

export async function changeSchedule(ctx: Ctx, source: string, set: Partial<OwnRow<'recon_schedules'>>): Promise<void> {
  await ctx.own
    .update('recon_schedules')
    .set(set as object)
    .where('source', '=', source)
    .execute()
}

/** A file of the source has come in. */
export const noteFileOf = (ctx: Ctx, source: string): Promise<void> =>
  changeSchedule(ctx, source, { last_file_at: ctx.now })

/** Mails of others that wait for a decision. Index: recon_mails_waiting. */
export async function countWaiting(ctx: Ctx, channelKey: string): Promise<number> {
  const [row] = await ctx.own
    .select('recon_mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('channel_key', '=', channelKey)
    .where('state', '=', 'waiting')
    .execute()
  return Number(row?.count ?? 0)
}

/** The name of a channel's settlements, as long as nothing else is said of a file. */
export const settlementsOf = (channelKey: string): string => sourceNameOf(channelKey, 'SETTLEMENT', new Set())
