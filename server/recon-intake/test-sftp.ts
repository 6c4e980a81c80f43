import type { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { SftpTest } from '#contract/recon-intake-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { knownArrivals } from './arrivals.ts'
import { fits } from './name-pattern.ts'
import { openSftp, type SftpServer } from './open-sftp.ts'
import { changeIntake, expectChannel, findIntake } from './queries.ts'
import { patternsOf, serverOf } from './server-of.ts'
import { SftpFailure } from './sftp-fault.ts'
import type { RemoteFile } from './sftp-session.ts'

type Tested = z.output<typeof SftpTest>
interface Asked {
  server: SftpServer
  patterns: string[]
  marker: string
}

/** Reaches a channel's server before the transaction of the call, and says what would be taken. Throws `wrongState` without one. */
export async function testSftp({ owner, apart }: Before, channelKey: string): Promise<Tested> {
  if (!owner) throw new Fault('notFound')
  const { server, patterns, marker } = await apart(owner, (ctx) => asked(ctx, channelKey))
  try {
    const session = await openSftp(server, { signal: AbortSignal.timeout(limits.testMs - 2_000) })
    try {
      const { files, odd, others } = await session.list(server.folder)
      const matching = files.filter(({ name }) => isOurs(name, patterns, marker))
      const newest = matching.toSorted((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime())
      const shown = newest.slice(0, limits.testFiles)
      const known = await apart(owner, (ctx) => knownArrivals(ctx, channelKey, shown))
      return {
        fault: '',
        host_key: session.hostKey,
        is_pinned: true,
        files: shown.map((file) => fileOf(file, !known.has(file.path))),
        matching: matching.length,
        others: others + odd.length + files.length - matching.length,
      }
    } finally {
      session.close()
    }
  } catch (error) {
    if (!(error instanceof SftpFailure)) throw error
    const { fault, hostKey } = error
    return {
      fault,
      host_key: hostKey,
      is_pinned: hostKey?.fingerprint === server.pinned,
      files: [],
      matching: 0,
      others: 0,
    }
  }
}

/** A marker is no file of its own. */
export const isOurs = (name: string, patterns: readonly string[], marker: string): boolean =>
  patterns.some((pattern) => fits(pattern, name)) && !(marker !== '' && name.endsWith(marker))

const fileOf = ({ name, size, modifiedAt }: RemoteFile, isNew: boolean) => ({
  name,
  size_bytes: size,
  modified_at: modifiedAt,
  is_new: isNew,
})

async function asked(ctx: Ctx, channelKey: string): Promise<Asked> {
  await expectChannel(ctx, channelKey)
  const row = await findIntake(ctx, channelKey)
  if (!row || row.sftp_state === 'none') throw new Fault('wrongState', { why: 'there is no server' })
  return { server: await serverOf(ctx, row), patterns: await patternsOf(ctx, row), marker: row.marker_ending }
}

/** Notes the key that a test has seen, so that it can be pinned, and stops pulls when it is another than the pinned one. */
export async function keepTest(ctx: Ctx, channelKey: string, { fault, host_key }: Tested): Promise<void> {
  const row = await findIntake(ctx, channelKey, { lock: true })
  if (!row || !host_key || row.host_key === host_key.fingerprint) {
    if (row && fault === '' && row.sftp_state !== 'working') await changeIntake(ctx, channelKey, working)
    return
  }
  await changeIntake(ctx, channelKey, {
    other_host_key: host_key.fingerprint,
    other_host_key_type: host_key.type,
    ...(fault === 'host_key_changed' && { sftp_state: 'host_key_changed' as const, sftp_fault: fault }),
  })
}
/** What a server is after all went well. */
export const working = {
  sftp_state: 'working', sftp_fault: '', failed_looks: 0, failing_since: null, other_host_key: '', other_host_key_type: '',
} as const // prettier-ignore
