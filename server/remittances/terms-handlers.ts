import type * as contract from '#contract/remittance-terms.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { agreeOn } from './agree.ts'
import { listTerms, shownTerms } from './terms.ts'

export const termsHandlers: Handlers<typeof contract> = {
  readRemittanceTerms: async (ctx) => (await listTerms(ctx)).map(shownTerms),
  async tryRemittanceTerms(ctx, { body: { environment: _, ...asked } }) {
    const row = await agreeOn(ctx, asked, userOf(ctx).name)
    const { version, every, markup_percent, reserve_kind, reserve_percent } = row
    ctx.auditSubject(
      String(version),
      madeAs({ every, markup_percent: String(markup_percent), reserve_kind, reserve_percent: String(reserve_percent) }),
    )
    return shownTerms(row)
  },
}
