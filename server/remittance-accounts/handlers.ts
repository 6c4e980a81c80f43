import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/remittance-accounts.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { accountCountries, banksOf } from './banks.ts'
import { createAccount } from './create.ts'
import { askHolder, type HolderSaid } from './holder.ts'
import { listAccounts } from './rows.ts'
import { shownAccount } from './shown.ts'
import { askAnew, updateAccount } from './update.ts'

export const handlers: Handlers<typeof contract> = {
  async listRemittanceAccounts(ctx, { query }) {
    const [page, size] = [Number(query.page ?? 1), Number(query.pagesize ?? limits.pageSizeMost)]
    const skipped = (page - 1) * size
    if (skipped >= limits.pageRowsMost) throw new Fault('pageTooDeep')
    const accounts = await listAccounts(ctx)
    return {
      content: accounts.slice(skipped, skipped + size).map((account) => shownAccount(account, ctx.now)),
      total_elements: accounts.length,
      total_capped: false,
      next_cursor: null,
      previous_cursor: null,
      page,
      size,
    }
  },

  createRemittanceAccount: prepared(contract.createRemittanceAccount, {
    prepare: (before, { body }) => askHolder(before, body),
    async handle(ctx, { body }, _http, said: HolderSaid) {
      return shownAccount(await createAccount(ctx, body, said), ctx.now)
    },
  }),

  updateRemittanceAccount: prepared(contract.updateRemittanceAccount, {
    prepare: (before, { path, body }) => askAnew(before, path.accountUuid, body),
    async handle(ctx, { path, body }, _http, said: HolderSaid | null) {
      return shownAccount(await updateAccount(ctx, path.accountUuid, body, said), ctx.now)
    },
  }),

  listRemittanceBanks: (ctx) => banksOf(ctx, 'KR'),

  listRemittanceBanksOf: (ctx, { path }) => banksOf(ctx, path.country),

  listRemittanceCountries: async () => accountCountries(),
}
