import { sql } from 'kysely'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The name of a server under which one pull at a time runs. */
export const leaseOf = ({ sftp_host, sftp_port }: { sftp_host: string; sftp_port: number }): string =>
  `${sftp_host}:${sftp_port}`

/**
 * Takes the turn at a host for a pull, or keeps it. False while another pull has it, whose last sign of life is not too old. Measured
 * by PostgreSQL's clock, which is one for all workers.
 */
export async function takeLease(ctx: Ctx, host: string, holder: string): Promise<boolean> {
  const until = sql<Date>`statement_timestamp() + ${limits.leaseSeconds} * interval '1 second'`
  const taken = await ctx.own
    .insert('recon_host_leases', { host, holder, until })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'host'])
        .doUpdateSet({ holder, until: sql<Date>`excluded.until` })
        .where((where) =>
          where.or([
            where('recon_host_leases.holder', '=', holder),
            sql<boolean>`excluded.until - recon_host_leases.until > ${limits.leaseSeconds} * interval '1 second'`,
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst()
  return taken !== undefined
}

export const endLease = async (ctx: Ctx, host: string, holder: string): Promise<void> =>
  void (await ctx.own.delete('recon_host_leases').where('host', '=', host).where('holder', '=', holder).execute())
