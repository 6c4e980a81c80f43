import type { Patch } from './patched-source.ts'

/** What a file says is committed with each frame, instead of all at once. */
export const reconLoadedInPieces: Patch = {
  file: 'server/recon-files/load/records.ts',
  from: `  await ctx.tx.query('truncate recon_loading', [])
`,
  to: `  await ctx.tx.query('drop table recon_loading, recon_left_out, recon_touched', [])
  await ctx.tx.query('commit', [])
  await ctx.tx.query('begin read write', [])
  await ctx.tx.enter(ctx.scope)
  await createLoading(ctx)
  await ctx.tx.query('create temporary table recon_touched (identity uuid primary key) on commit drop', [])
`,
}
