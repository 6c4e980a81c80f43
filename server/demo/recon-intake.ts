import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { SettlementFile } from '#server/providers/simulator/settlement/files.ts'
import { changeIntake, changeSchedule, settlementsOf } from '#server/recon-intake/queries.ts'
import { saveSchedule } from '#server/recon-intake/schedule.ts'
import { mayLoopBack } from '#server/recon-intake/server-of.ts'
import { working } from '#server/recon-intake/test-sftp.ts'
import { pinHostKey, updateIntake } from '#server/recon-intake/update.ts'
import { audited } from './audited.ts'
import { reconciledChannel, reconPerson } from './recon-agreed.ts'
import { nameOf } from './reconciliation.ts'

/** The provider's server, and how a merchant signs in at it. */
export interface SftpOfDemo {
  port: number
  /** SHA256:… */
  hostKey: string
  username: string
  password: string
}

/** A file that was fetched there. */
interface Fetched {
  path: string
  /** By the server's clock. */
  modifiedAt: Date
  sizeBytes: number
  reconId: string
  at: Date
}

/** Has the provider's files fetched every morning. Those that are loaded already are known, so that a pull takes newer ones alone. */
export async function seedReconIntake(ctx: Ctx, server: SftpOfDemo, files: readonly SettlementFile[]): Promise<void> {
  if (!mayLoopBack(ctx)) return
  const fetched = await fetchedOf(ctx, files)
  if (fetched.length === 0) return
  const actor = await reconPerson(ctx)
  const past = ctx.with({ now: new Date(ctx.now.getTime() - 91 * 86_400_000), actor })
  await audited(past, 'recon-intake.update', (asked) =>
    updateIntake(asked, reconciledChannel, {
      update_action: 'UPDATE_SFTP_DETAILS',
      config_data: {
        sftp_link: `sftp://127.0.0.1:${server.port}${folder}`,
        sftp_username: server.username,
        sftp_password: server.password,
        file_prefix: 'settlement_*.csv',
      },
    }),
  )
  await audited(past, 'recon-intake.pin-host-key', (asked) => pinHostKey(asked, reconciledChannel, server.hostKey))
  const source = settlementsOf(reconciledChannel)
  // Saved with the time of now: the mornings that have passed are over.
  await audited(past, 'recon-intake.schedule', (asked) => saveSchedule(asked.with({ now: ctx.now }), reconciledChannel, { source, ...mornings })) // prettier-ignore
  const last = fetched.at(-1)?.at ?? null
  await changeSchedule(past, source, { updated_at: past.now, last_look_at: last, last_file_at: last })
  await changeIntake(past, reconciledChannel, { ...working, host_key_type: 'ssh-ed25519' })
  await ctx.own.insert('recon_arrivals', fetched.map((file) => arrivalOf(file, source))).execute() // prettier-ignore
}
const folder = '/settlement'

/** The files in the provider's folder that are loaded. */
async function fetchedOf(ctx: Ctx, files: readonly SettlementFile[]): Promise<Fetched[]> {
  const rows = await ctx.own
    .select('recon_files')
    .select(['recon_id', 'original_file_name', 'size_bytes', 'created_at'])
    .orderBy('created_at')
    .execute()
  const there = new Map(files.filter(({ shape }) => shape === 'csv').map((file) => [nameOf(file), file]))
  return rows.flatMap(({ recon_id: reconId, original_file_name: name, size_bytes: size, created_at: at }) => {
    const file = there.get(name)
    return file ? [{ path: file.path, modifiedAt: file.at, sizeBytes: Number(size), reconId, at }] : []
  })
}

const mornings = {
  rhythm: 'times' as const,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  times: ['06:30'],
  time_zone: 'Asia/Singapore',
  expected_by: '12:00',
}

const arrivalOf = ({ path, modifiedAt, sizeBytes, reconId, at }: Fetched, source: string) => ({
  arrival_id: newId(),
  channel_key: reconciledChannel,
  source,
  way: 'sftp' as const,
  name: path.slice(path.lastIndexOf('/') + 1),
  origin: path,
  size_bytes: BigInt(sizeBytes),
  // SFTP knows whole seconds.
  modified_at: new Date(Math.floor(modifiedAt.getTime() / 1_000) * 1_000),
  mail_id: null,
  state: 'taken' as const,
  still_since: at,
  seen_at: at,
  recon_id: reconId,
  at,
})
