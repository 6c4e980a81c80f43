import type { Input, Output } from '#contract/kit/call.ts'
import type { readReconReportChoices } from '#contract/recon-reports.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { choicesOf } from '#server/recon-records/choices.ts'

/** What reports can be narrowed to, of one source or all. */
export async function reportChoices(
  ctx: Ctx,
  { request_source }: Input<typeof readReconReportChoices>['body'],
): Promise<Output<typeof readReconReportChoices>> {
  const { accounts, brands, countries, marketplaces, currencies } = await choicesOf(ctx, { data_source_a: request_source })
  return { account_ids: accounts, brands, countries, marketplaces, currencies }
} // prettier-ignore
