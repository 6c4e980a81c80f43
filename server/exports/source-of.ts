import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ExportSource } from '#server/kit/http/export-source.ts'

/** Throws `notFound` for a call that exports nothing, such as one of a newer version. */
export function sourceOf({ services }: Pick<Ctx, 'services'>, of: string): ExportSource {
  const source = services.exports.get(of)
  if (!source) throw new Fault('notFound')
  return source
}
