import type { Patch } from './patched-source.ts'

/** What a dead worker has kept of a file stays in it, and the next one adds what is missing. */
export const tornFile: readonly Patch[] = [
  { file: 'server/exports/queries.ts', from: 'run: sql`run + 1`', to: 'run: 1' },
  {
    file: 'server/exports/parts.ts',
    from: `ctx.write(ctx.own.insert('export_parts', row))`,
    to: `ctx.write(ctx.own.insert('export_parts', row).onConflict((conflict) => conflict.doNothing()))`,
  },
]
