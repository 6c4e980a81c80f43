import type { Patch } from './patched-source.ts'

/** What a sheet asks for is done before its verdicts are there, and not with them. */
export const sheetInPieces: Patch = {
  file: 'server/recon-decisions/sheet/handlers.ts',
  from: `  const alone = isDryRun ? 0 : await applyPlan(ctx, plan)
`,
  to: `  const alone = isDryRun ? 0 : await applyPlan(ctx, plan)
  await ctx.tx.query('commit', [])
  await ctx.tx.query('begin', [])
  await ctx.tx.enter(ctx.scope)
`,
}
