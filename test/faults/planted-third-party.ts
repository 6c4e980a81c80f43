import type { Patch } from './patched-source.ts'

/** What a sheet says is committed with each two thousand rows, instead of all at once. */
export const loadedInPieces: Patch = {
  file: 'server/third-party/load.ts',
  from: `  counts.valid += added
`,
  to: `  counts.valid += added
  await ctx.tx.query('commit', [])
  await ctx.tx.query('begin', [])
  await ctx.tx.enter(ctx.scope)
`,
}

/** No fault: a process that reads a sheet may read the packages, which are not copied. */
export const packagesReadable: Patch = {
  file: 'server/kit/files/run-apart.ts',
  from: '`--allow-fs-read=${root}/*`',
  to: "...[root, process.getBuiltinModule('node:fs').realpathSync(join(root, 'node_modules'))].map((place) => `--allow-fs-read=${place}/*`)",
}
