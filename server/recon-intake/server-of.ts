import type { Ctx } from '#server/kit/ctx.ts'
import type { SftpServer } from './open-sftp.ts'
import { openSecret } from './places.ts'
import { findSchedule, listSchedules, type FoundIntake } from './queries.ts'

/** Only the demo and tests reach servers on this machine, as webhooks do, and only in the sandbox. */
export const mayLoopBack = ({ services, owner }: Pick<Ctx, 'services' | 'owner'>): boolean =>
  services.allowLoopbackWebhooks && owner.environment === 'sandbox'

/** A channel's server with its secret opened, for the one connection that needs it. */
export async function serverOf(ctx: Ctx, row: FoundIntake): Promise<SftpServer> {
  const { channel_key: channelKey } = row
  const secret =
    row.sftp_auth === 'key'
      ? { privateKey: await openSecret(ctx, channelKey, 'private_key_sealed', row.private_key_sealed) }
      : { password: await openSecret(ctx, channelKey, 'sftp_password_sealed', row.sftp_password_sealed) }
  return {
    host: row.sftp_host,
    port: row.sftp_port,
    folder: row.sftp_folder,
    username: row.sftp_username,
    secret,
    pinned: row.host_key,
    allowLoopback: mayLoopBack(ctx),
  }
}

/** The patterns of names by which a channel's files are taken. */
export async function patternsOf(ctx: Ctx, row: FoundIntake): Promise<string[]> {
  const schedules = await listSchedules(ctx, row.channel_key)
  if (schedules.length === 0) return [row.file_prefix]
  return [...new Set(schedules.map(({ file_prefix }) => file_prefix || row.file_prefix))]
}

export async function patternOf(ctx: Ctx, row: FoundIntake, source: string): Promise<string> {
  return (await findSchedule(ctx, source))?.file_prefix || row.file_prefix
}
