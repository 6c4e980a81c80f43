import * as contract from '#contract/bank-files.ts'
import { readBankStatement } from '#server/bank-statements/read-statement.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { keep, shownAnswer } from './answer.ts'
import { applyReport } from './apply-report.ts'
import { applyStatement } from './apply-statement.ts'
import { fileContent, makeFile } from './make.ts'
import { explainLine, listChannels, listFiles, listWaiting, shownFile, sumReady } from './queries.ts'
import { askWithdrawal, decideWithdrawal } from './withdraw.ts'
import { ownAccount } from './make.ts'

export const handlers: Handlers<typeof contract> = {
  async readBankFiles(ctx) {
    const [channels, ready, files, waiting] = await Promise.all([
      listChannels(ctx),
      sumReady(ctx),
      listFiles(ctx),
      listWaiting(ctx),
    ])
    return { channels: await Promise.all(channels.map(shown)), files, waiting }

    async function shown({ channel_key, name }: { channel_key: string; name: string }) {
      const { currency } = await ownAccount(ctx, channel_key)
      const of = ready.find((one) => one.channel_key === channel_key)
      return { channel_key, name, currency, ready_count: Number(of?.count ?? 0), ready_total: of?.total ?? 0n }
    }
  },

  async makeBankFile(ctx, { body }) {
    return shownFile(ctx, await makeFile(ctx, body.channel_key))
  },

  async downloadBankFile(ctx, { path }) {
    ctx.auditSubject(path.file)
    return fileContent(ctx, path.file)
  },

  async askWithdrawal(ctx, { path, body }) {
    await askWithdrawal(ctx, path.file, body)
    return shownFile(ctx, path.file)
  },

  async decideWithdrawal(ctx, { path, body }) {
    await decideWithdrawal(ctx, path.file, body.decision)
    return shownFile(ctx, path.file)
  },

  uploadBankAnswer: prepared(contract.uploadBankAnswer, {
    prepare: (_before, { file }) => readBankStatement(file),
    async handle(ctx, _input, _http, message) {
      const answer =
        message.format === 'pain.002' ? await applyReport(ctx, message) : await applyStatement(ctx, message)
      keep(ctx, answer)
      const { format, news, notUnderstood, known } = answer
      const subject = answer.kept[0]?.channel_key ?? format
      noteChange(ctx, 'bank_file', subject)
      ctx.auditSubject(subject, madeAs({ format, lines: news.length, not_understood: notUnderstood.length, known }))
      return shownAnswer(answer)
    },
  }),

  async explainBankLine(ctx, { path, body }) {
    const line = await explainLine(ctx, path.line, body.explanation)
    ctx.auditSubject(path.line, madeAs(body))
    noteChange(ctx, 'bank_file', path.line)
    return line
  },
}
