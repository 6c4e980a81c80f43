import * as contract from '#contract/beneficiaries.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import { checkHolder } from './check-holder.ts'
import { createBeneficiary } from './create.ts'
import { decideScreening } from './decide-screening.ts'
import { editBeneficiary } from './edit.ts'
import { liftWaitingTime } from './lift-wait.ts'
import { listAccountsOfAll, listBeneficiaries } from './list.ts'
import { accountsAt, askNames } from './name-verdict.ts'
import { shownBeneficiary } from './shown.ts'
import { updateAccount } from './update-account.ts'
import { readWaitingTime, updateWaitingTime } from './waiting-time.ts'

type Answers = (NameChecked | null)[]

export const handlers: Handlers<typeof contract> = {
  listBeneficiaries: (ctx, { body }) => listBeneficiaries(ctx, body),

  listBeneficiaryAccounts: (ctx, { body }) => listAccountsOfAll(ctx, body),

  readBeneficiary: (ctx, { path }) => shownBeneficiary(ctx, path.ref),

  createBeneficiary: prepared(contract.createBeneficiary, {
    prepare: (before, { body }) => askNames(before, accountsAt(body.accounts), body.channel_key),
    async handle(ctx, { body }, _http, answers: Answers) {
      return shownBeneficiary(ctx, await createBeneficiary(ctx, body, answers))
    },
  }),

  async editBeneficiary(ctx, { body }) {
    await editBeneficiary(ctx, body)
    return shownBeneficiary(ctx, body.beneficiary_uuid)
  },

  updateBeneficiaryAccount: prepared(contract.updateBeneficiaryAccount, {
    prepare: (before, { body: { account, channel_key } }) =>
      askNames(before, account ? [{ given: account, at: 'account.' }] : [], channel_key),
    async handle(ctx, { path, body }, _http, answers: Answers) {
      await updateAccount(ctx, path.uuid, body, answers)
      return shownBeneficiary(ctx, path.uuid)
    },
  }),

  checkAccountHolder: prepared(contract.checkAccountHolder, {
    prepare: (before, { body }) => askNames(before, [{ given: body, at: '' }], body.channel_key),
    async handle(ctx, { body }, _http, answers: Answers) {
      ctx.auditSubject(body.account_no.slice(-4))
      return checkHolder(ctx, body, answers[0] ?? null)
    },
  }),

  async liftWaitingTime(ctx, { path, body }) {
    await liftWaitingTime(ctx, path, body.reason)
    return shownBeneficiary(ctx, path.beneficiary)
  },

  async decideScreening(ctx, { path, body }) {
    await decideScreening(ctx, path.beneficiary, body)
    return shownBeneficiary(ctx, path.beneficiary)
  },

  readWaitingTime: (ctx) => readWaitingTime(ctx),

  updateWaitingTime: (ctx, { body }) => updateWaitingTime(ctx, body.hours),
}
