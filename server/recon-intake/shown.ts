import type { z } from 'zod'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type {
  FeeConfigMetadata,
  ReconIntake,
  ReconSchedule,
  ReconSftp,
  SftpFault,
} from '#contract/recon-intake-shapes.ts'
import { nextLooks } from '#contract/recon-times.ts'
import { toleranceOfChannel } from '#server/fees/tolerance.ts'
import { listSources } from '#server/recon-sources/sources.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import {
  countWaiting,
  expectChannel,
  findIntake,
  listSchedules,
  settlementsOf,
  type FoundIntake,
  type FoundSchedule,
} from './queries.ts'
import { linkOf } from './sftp-link.ts'

/** All ways in of a channel. Throws `channelUnknown`. */
export async function shownIntake(ctx: Ctx, channelKey: string): Promise<z.output<typeof ReconIntake>> {
  await expectChannel(ctx, channelKey)
  const row = await findIntake(ctx, channelKey)
  return {
    channel_key: channelKey,
    metadata: await metadataOf(ctx, channelKey, row),
    sftp: shownSftp(row),
    schedules: (await listSchedules(ctx, channelKey)).map((schedule) => shownSchedule(schedule, ctx.now)),
    sources: await sourcesOf(ctx, channelKey),
    takes_mail: ctx.services.reconMailDomain !== null,
    waiting_mails: await countWaiting(ctx, channelKey),
  }
}

/** Files are never our own transactions, and may be of a source without a channel. */
async function sourcesOf(ctx: Ctx, channelKey: string): Promise<string[]> {
  const sources = (await listSources(ctx)).filter(({ category }) => category !== 'PAYMENT_GATEWAY')
  const fitting = sources.filter(({ channel_key: key }) => key === '' || key === channelKey)
  const names = fitting.map(({ data_source: name }) => name)
  const hasOwn = fitting.some(({ category, channel_key: key }) => key !== '' && settling.includes(category))
  return hasOwn ? names : [settlementsOf(channelKey), ...names]
}
const settling: readonly string[] = ['PSP', 'MARKETPLACE']

/** The specification's metadata of a channel. Throws `channelUnknown`. */
export async function shownMetadata(ctx: Ctx, channelKey: string): Promise<z.output<typeof FeeConfigMetadata>> {
  await expectChannel(ctx, channelKey)
  return metadataOf(ctx, channelKey, await findIntake(ctx, channelKey))
}

async function metadataOf(ctx: Ctx, channelKey: string, row: FoundIntake | undefined) {
  const isShown = row?.confirmation_at && daysSince(row.confirmation_at, ctx.now) < limits.confirmationDays
  return {
    tolerance_level: Number(await toleranceOfChannel(ctx, channelKey)),
    merchant_email: (await merchantOf(ctx)).email,
    merchant_psp_email: row?.merchant_psp_email ?? '',
    sftp_link: row ? linkOf({ host: row.sftp_host, port: row.sftp_port, folder: row.sftp_folder }) : '',
    sftp_username: row?.sftp_username ?? '',
    sftp_password: row?.sftp_password_sealed ? '**********' : '',
    is_psp_email_configured: Boolean(row?.merchant_psp_email),
    is_sftp_configured: Boolean(row?.sftp_host),
    recon_email: row ? reconAddress(ctx, row) : '',
    recon_confirmation_code: isShown ? row.confirmation_code : '',
    recon_confirmation_link: isShown ? row.confirmation_link : '',
  }
}
const daysSince = (then: Date, now: Date) => (now.getTime() - then.getTime()) / 86_400_000

/** The secret address of a channel; empty where the installation takes no mail. */
export function reconAddress({ services }: Pick<Ctx, 'services'>, { mail_key }: Pick<FoundIntake, 'mail_key'>): string {
  return services.reconMailDomain === null ? '' : `recon-${mail_key}@${services.reconMailDomain}`
}

function shownSftp(row: FoundIntake | undefined): z.output<typeof ReconSftp> {
  const key = (type: string, fingerprint: string) => (fingerprint === '' ? null : { type, fingerprint })
  const pinned = row && key(row.host_key_type, row.host_key)
  return {
    state: row?.sftp_state ?? 'none',
    fault: (row?.sftp_fault ?? '') as SftpFault | '',
    host: row?.sftp_host ?? '',
    port: row?.sftp_port ?? 22,
    folder: row?.sftp_folder ?? '',
    username: row?.sftp_username ?? '',
    auth: row?.sftp_auth ?? 'password',
    has_password: Boolean(row?.sftp_password_sealed),
    public_key: row?.public_key ?? '',
    file_prefix: row?.file_prefix ?? '',
    marker_ending: row?.marker_ending ?? '',
    move_to: row?.move_to ?? '',
    host_key: pinned && row.host_key_at ? { ...pinned, pinned_by: row.host_key_by, pinned_at: row.host_key_at } : null,
    other_host_key: row ? key(row.other_host_key_type, row.other_host_key) : null,
    failing_since: row?.failing_since ?? null,
  }
}

export function shownSchedule(row: FoundSchedule, now: Date): z.output<typeof ReconSchedule> {
  return {
    source: row.source,
    rhythm: row.rhythm,
    every_minutes: row.every_minutes,
    weekdays: row.weekdays,
    times: row.times,
    time_zone: row.time_zone,
    file_prefix: row.file_prefix,
    expected_by: row.expected_by,
    next_looks: nextLooks(row, now),
    next_expected_at: row.next_expected_at,
    last_look_at: row.last_look_at,
    last_fault: row.last_fault as SftpFault | '',
    last_file_at: row.last_file_at,
  }
}
