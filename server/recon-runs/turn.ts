import type { Ctx } from '#server/kit/ctx.ts'

/** Takes the installation's turn for a heavy run until the end of the transaction; false while another has it. */
export async function takeHeavyTurn(ctx: Ctx): Promise<boolean> {
  const [turn] = await ctx.tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [heavyTurn])
  return turn?.mine ?? false
}
const heavyTurn = 7_246_371
