import type { Ctx } from '#server/kit/ctx.ts'

/** Another run of the installation is worked at. */
export class HeavyTurnTaken extends Error {
  override name = 'HeavyTurnTaken'
}

/** Takes the installation's turn for a heavy run until the end of the transaction. Throws {@link HeavyTurnTaken} while another has it. */
export async function takeHeavyTurn(ctx: Ctx): Promise<void> {
  if (!(await take(ctx, 'pg_try_advisory_xact_lock'))) throw new HeavyTurnTaken()
}

/** Whether another run has the turn, so that one that waits is not called running yet. Those who ask do not get in each other's way. */
export const isHeavyTurnTaken = async (ctx: Ctx): Promise<boolean> =>
  !(await take(ctx, 'pg_try_advisory_xact_lock_shared'))

async function take(ctx: Ctx, way: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_xact_lock_shared'): Promise<boolean> {
  const [turn] = await ctx.tx.query<{ mine: boolean }>(`select ${way}($1) as mine`, [heavyTurn])
  return turn?.mine ?? false
}
const heavyTurn = 7_246_371
