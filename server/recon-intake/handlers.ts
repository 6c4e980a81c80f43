import type * as contract from '#contract/recon-intake.ts'
import { testReconSftp } from '#contract/recon-intake.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { newSshPair } from '#server/kit/secrets/ssh-pair.ts'
import { listArrivals } from './list.ts'
import { decideMail } from './decide-mail.ts'
import { sealSecret } from './places.ts'
import { pullReconFiles } from './pull-job.ts'
import { changeIntake, expectChannel, findIntake, listSchedules, openIntake, settlementsOf } from './queries.ts'
import { saveSchedule } from './schedule.ts'
import { shownIntake, shownMetadata, shownSchedule } from './shown.ts'
import { keepTest, testSftp } from './test-sftp.ts'
import { pinHostKey, updateIntake } from './update.ts'

export const handlers: Handlers<typeof contract> = {
  readFeeConfigMetadata: (ctx, { path }) => shownMetadata(ctx, path.channelKey),
  readReconIntake: (ctx, { path }) => shownIntake(ctx, path.channelKey),

  async updateFeeConfigMetadata(ctx, { path, body }) {
    await updateIntake(ctx, path.channelKey, body)
    return shownMetadata(ctx, path.channelKey)
  },

  testReconSftp: prepared(testReconSftp, {
    prepare: (before, { path }) => testSftp(before, path.channelKey),
    async handle(ctx, { path }, _http, tested) {
      await keepTest(ctx, path.channelKey, tested)
      ctx.auditSubject(path.channelKey, madeAs({ outcome: tested.fault || 'working' }))
      return tested
    },
  }),

  async pinReconHostKey(ctx, { path, body }) {
    await pinHostKey(ctx, path.channelKey, body.fingerprint)
    return shownIntake(ctx, path.channelKey)
  },

  async makeReconKeyPair(ctx, { path }) {
    const { channelKey } = path
    await expectChannel(ctx, channelKey)
    const { public_key: before } = await openIntake(ctx, channelKey)
    const pair = newSshPair({ comment: `countinghouse-${channelKey.toLowerCase()}` })
    const private_key_sealed = await sealSecret(ctx, channelKey, 'private_key_sealed', pair.private)
    await changeIntake(ctx, channelKey, { public_key: pair.public, private_key_sealed })
    ctx.auditSubject(channelKey, changesFrom({ public_key: before }, { public_key: pair.public }))
    return shownIntake(ctx, channelKey)
  },

  async pullReconFiles(ctx, { path }) {
    const { channelKey } = path
    await expectChannel(ctx, channelKey)
    const intake = await findIntake(ctx, channelKey)
    if (!intake || ['none', 'unpinned', 'host_key_changed'].includes(intake.sftp_state))
      throw new Fault('wrongState', { why: `its server is ${intake?.sftp_state ?? 'none'}` })
    const sources = (await listSchedules(ctx, channelKey)).map(({ source }) => source)
    for (const source of sources.length > 0 ? sources : [settlementsOf(channelKey)])
      ctx.enqueue(pullReconFiles, { channelKey, source, round: 0, tries: 0 })
    ctx.auditSubject(channelKey)
    return shownIntake(ctx, channelKey)
  },

  async saveReconSchedule(ctx, { path, body }) {
    await expectChannel(ctx, path.channelKey)
    await openIntake(ctx, path.channelKey)
    return shownSchedule(await saveSchedule(ctx, path.channelKey, body), ctx.now)
  },

  listReconArrivals: (ctx, { body }) => listArrivals(ctx, body),
  decideReconMail: (ctx, { path, body }) => decideMail(ctx, path.mail_id, body.decision),
}
