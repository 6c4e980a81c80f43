import * as contract from '#contract/virtual-accounts.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import { camt053 } from './camt053.ts'
import { closeAccount } from './close.ts'
import { insertAccount, openAtBank } from './create.ts'
import { forecastOf } from './forecast.ts'
import { accountOf, listAccounts, otherCurrency, pageAccounts } from './queries.ts'
import { exportedStatement, listMovements } from './statement.ts'
import { bringTestMoney } from './test-money.ts'

export const virtualAccountHandlers: Handlers<typeof contract> = {
  async listVirtualAccounts(ctx) {
    const content = await listAccounts(ctx)
    return { content, total_elements: content.length }
  },

  pageVirtualAccounts: (ctx, { body }) => pageAccounts(ctx, body),

  createVirtualAccount: prepared(contract.createVirtualAccount, {
    prepare: (before, { body }) => openAtBank(before, body),
    handle: async (ctx, { body }, _http, opened) => accountOf(ctx, await insertAccount(ctx, body, opened)),
  }),

  async updateVirtualAccount(ctx, { path, body }) {
    const account = await accountOf(ctx, path.account)
    if (account.currency !== body.currency) throw otherCurrency(account.currency)
    const low = body.low_amount ?? null
    ctx.write(
      ctx.own
        .update('virtual_accounts')
        .set({ low_minor: low, updated_at: ctx.now })
        .where('account_no', '=', path.account),
    )
    ctx.auditSubject(path.account, changesFrom({ low_amount: words(account.low_amount) }, { low_amount: words(low) }))
    noteChange(ctx, 'virtual_account', path.account)
    return accountOf(ctx, path.account)
  },

  async closeVirtualAccount(ctx, { path }) {
    await closeAccount(ctx, path.account)
    return accountOf(ctx, path.account)
  },

  depositTestMoney: prepared(contract.depositTestMoney, {
    prepare: bringTestMoney,
    handle(ctx, { path }) {
      ctx.auditSubject(path.account)
      return accountOf(ctx, path.account)
    },
  }),

  async readPayIn(ctx, { path }) {
    const { account_no, account_name, bank_name, bank_code, currency } = await accountOf(ctx, path.account)
    const text = [account_name, account_no, [bank_name, bank_code].filter(Boolean).join(', '), currency].join('\n')
    return { text, qr_code: await qrCodeOf(text) }
  },

  listMovements: (ctx, { path, body }) => listMovements(ctx, path.account, body),
  downloadStatement: (ctx, { path, query }) => exportedStatement(ctx, path.account, query),
  readBankStatement: (ctx, { path, query }) => camt053(ctx, path.account, query),
  readForecast: (ctx, { path }) => forecastOf(ctx, path.account),
}

const words = (minor: bigint | null): string | null => (minor === null ? null : String(minor))
