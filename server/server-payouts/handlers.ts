import type * as contract from '#contract/server-payouts.ts'
import { createBeneficiaryByServer, verifyAccountByServer } from '#contract/server-payouts.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { toMajor } from '#contract/kit/money.ts'
import { checkHolder } from '#server/beneficiaries/check-holder.ts'
import { createBeneficiary } from '#server/beneficiaries/create.ts'
import { listBeneficiaries } from '#server/beneficiaries/list.ts'
import { accountsAt, askNames } from '#server/beneficiaries/name-verdict.ts'
import { shownBeneficiary } from '#server/beneficiaries/shown.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { findPayout } from '#server/payout-store/rows.ts'
import { wirePayout } from '#server/payout-store/wire.ts'
import { cancelPayout } from '#server/payouts/cancel.ts'
import { createPayouts } from '#server/payouts/create.ts'
import { listPayouts } from '#server/payouts/list.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import { accountOf, listAccounts } from '#server/virtual-accounts/queries.ts'
import { exportedStatement, listMovements } from '#server/virtual-accounts/statement.ts'

type Answers = (NameChecked | null)[]

export const serverPayoutHandlers: Handlers<typeof contract> = {
  createPayoutByServer: (ctx, { body }) => createPayouts(ctx, body),
  readPayoutStatus: async (ctx, { path }) => ({ Status: (await existing(ctx, path.ref)).status }),
  async cancelPayoutByServer(ctx, { path }) {
    await cancelPayout(ctx, path.ref, '')
    return wirePayout(ctx, await existing(ctx, path.ref))
  },
  listPayoutsByServer: (ctx, { body }) => listPayouts(ctx, body),

  async listVirtualAccountsByServer(ctx) {
    const content = await listAccounts(ctx)
    return { content, total_elements: content.length }
  },
  async readVirtualAccountBalance(ctx, { path }) {
    const { balance, currency } = await accountOf(ctx, path.no)
    return { Balance: toMajor(balance, currency) }
  },
  listMovementsByServer: (ctx, { path, body }) => listMovements(ctx, path.no, body),
  downloadStatementByServer: (ctx, { path, query }) => exportedStatement(ctx, path.no, query),

  listBeneficiariesByServer: (ctx, { query: { pageIndex, pagesize } }) =>
    listBeneficiaries(ctx, { page: Number(pageIndex ?? 1), pagesize: Number(pagesize ?? limits.pageSize) }),
  createBeneficiaryByServer: prepared(createBeneficiaryByServer, {
    prepare: (before, { body }) => askNames(before, accountsAt(body.accounts), body.channel_key),
    async handle(ctx, { body }, _http, answers: Answers) {
      return shownBeneficiary(ctx, await createBeneficiary(ctx, body, answers))
    },
  }),
  verifyAccountByServer: prepared(verifyAccountByServer, {
    prepare: (before, { body }) => askNames(before, [{ given: body, at: '' }], body.channel_key),
    async handle(ctx, { body }, _http, answers: Answers) {
      ctx.auditSubject(body.account_no.slice(-4))
      const checked = await checkHolder(ctx, body, answers[0] ?? null)
      return { is_verified: checked.name_check === 'MATCH', ...checked }
    },
  }),
}

async function existing(ctx: Ctx, txnRef: string) {
  const payout = await findPayout(ctx, txnRef)
  if (!payout) throw new Fault('notFound')
  return payout
}
