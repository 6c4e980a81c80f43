import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'

export type TermsRow = Selectable<Tables['remittance_terms']>

/** The terms in force; undefined for a merchant with whom the operator has agreed on none. Index: primary key. */
export const findTerms = (ctx: Ctx): Promise<TermsRow | undefined> =>
  ctx.own.select('remittance_terms').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
