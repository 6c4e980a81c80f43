import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { endLease, leaseOf, takeLease } from './leases.ts'
import type { Look } from './look.ts'
import type { SftpServer } from './open-sftp.ts'
import { pullAsked, type PullData } from './pull-data.ts'
import type { Failed, Outcome } from './pull.ts'
import { changeIntake, changeSchedule, expectChannel, findIntake, type FoundIntake } from './queries.ts'
import { patternOf, serverOf } from './server-of.ts'
import { working } from './test-sftp.ts'

/** A pull with all that it needs, and its turn at the host. */
export interface Claim extends Look {
  server: SftpServer
  host: string
  holder: string
  moveTo: string
  /** Parts that it has kept so far. */
  kept: number
}

/** Null when nothing may be pulled, or another pull has the turn: then it is asked for again. */
export async function claimPull(ctx: Ctx, asked: PullData, holder: string): Promise<Claim | null> {
  const row = await findIntake(ctx, asked.channelKey)
  if (!row || ['none', 'unpinned', 'host_key_changed'].includes(row.sftp_state)) return null
  const host = leaseOf(row)
  if (!(await takeLease(ctx, host, holder))) {
    ctx.enqueue(pullAsked, forThe(asked), { after: limits.againSeconds })
    return null
  }
  const { channelKey, source } = asked
  return {
    channelKey,
    source,
    host,
    holder,
    kept: 0,
    server: await serverOf(ctx, row),
    pattern: await patternOf(ctx, row, source),
    marker: row.marker_ending,
    moveTo: row.move_to,
  }
}

const forThe = ({ channelKey, source, round, tries }: PullData) => ({ channelKey, source, round, tries })

/** Writes how a pull went, and says when the next is due. */
export async function endPull(ctx: Ctx, asked: PullData, { host, holder }: Claim, outcome: Outcome): Promise<void> {
  await endLease(ctx, host, holder)
  const row = await findIntake(ctx, asked.channelKey, { lock: true })
  if (!row) return
  await changeSchedule(ctx, asked.source, { last_look_at: ctx.now, last_fault: outcome.fault })
  if (outcome.fault !== '') return fail(ctx, asked, row, outcome)
  if (row.sftp_state !== 'host_key_changed') await changeIntake(ctx, row.channel_key, working)
  const again = { ...forThe(asked), tries: 0 }
  if (outcome.next === 'now') ctx.enqueue(pullAsked, again)
  // A file that never stands still is left to the next look of the schedule.
  else if (outcome.next === 'later' && asked.round < mostRounds)
    ctx.enqueue(pullAsked, { ...again, round: asked.round + 1 }, { after: limits.stillSeconds + 1 })
}
const mostRounds = 30
/** Faults that may pass by themselves within a minute. */
const passing: readonly string[] = ['broken', 'timeout', 'unreachable', 'name_unknown']

async function fail(ctx: Ctx, asked: PullData, row: FoundIntake, { fault, hostKey, parts }: Failed): Promise<void> {
  if (fault === 'host_key_changed' && hostKey) return stop(ctx, row, hostKey)
  const tries = parts > 0 ? 0 : asked.tries + 1
  if (passing.includes(fault) && tries < limits.triesWithoutPart) {
    ctx.enqueue(pullAsked, { ...forThe(asked), tries }, { after: limits.againSeconds })
    return
  }
  const failed_looks = row.failed_looks + 1
  const isFailing = failed_looks >= limits.failingLooks || !passing.includes(fault)
  const failing_since = row.failing_since ?? ctx.now
  await changeIntake(ctx, row.channel_key, {
    failed_looks,
    ...(isFailing && { sftp_state: 'failing' as const, sftp_fault: fault, failing_since }),
  })
  if (!isFailing) return
  const { name: channel } = await expectChannel(ctx, row.channel_key)
  const once = `${row.channel_key} ${failing_since.toISOString()} ${fault}`
  await notify(ctx, 'recon_sftp_failing', { channel, channel_key: row.channel_key, host: row.sftp_host }, { once })
}

/** Another key than the pinned one: nothing is pulled until a person has pinned it. */
async function stop(
  ctx: Ctx,
  row: FoundIntake,
  { type, fingerprint }: { type: string; fingerprint: string },
): Promise<void> {
  await changeIntake(ctx, row.channel_key, {
    sftp_state: 'host_key_changed',
    sftp_fault: 'host_key_changed',
    failing_since: row.failing_since ?? ctx.now,
    other_host_key: fingerprint,
    other_host_key_type: type,
  })
  const { name: channel } = await expectChannel(ctx, row.channel_key)
  const once = `${row.channel_key} ${row.host_key} ${fingerprint}`
  const facts = { channel, channel_key: row.channel_key, host: row.sftp_host, fingerprint }
  await notify(ctx, 'recon_host_key_changed', facts, { once })
}
