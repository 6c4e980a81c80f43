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

/** Equal rows of several files are added up, instead of the most of any one file. */
export const reconEqualAdded: readonly Patch[] = [
  {
    file: 'server/recon-files/load/records.ts',
    from: "(name === 'identity' ? within('b.identity') : `b.${name}`)).join(', ')",
    to: `(name === 'identity' ? within('b.identity') : name === 'occurrence' ? \`b.occurrence + coalesce((select max(r.occurrence)
  from recon_records r where r.merchant_id = $1 and r.environment = $2 and r.identity = \${within('b.identity')} and r.content = b.content
  and r.recon_id <> $3), 0)\` : \`b.\${name}\`)).join(', ')`,
  },
  {
    file: 'server/recon-files/load/records.ts',
    from: `exists (select 1 from recon_records r
      where r.merchant_id = $1 and r.environment = $2 and r.identity = \${within('i.identity')} and r.recon_id <> $3) as at`,
    to: `false as at`,
  },
]
