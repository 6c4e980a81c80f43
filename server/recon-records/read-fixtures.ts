import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openReconciling, type Reconciling } from '#server/recon-files/fixtures.ts'
import { keepAnswer } from './fixtures.ts'

/** A merchant with two files, of the payments r1 and r2 and of r3, and an answer that has a record of each of their rows. */
export async function openRead(): Promise<Reconciling> {
  const recon = await openReconciling()
  const { merchantId } = recon.merchant
  await recon.saveMapping()
  for (const half of [['r1', 'r2'], ['r3']])
    await recon.loadHere(half.map((ref) => ({ ref, fee: '0.30', note: `call ${ref}` })))
  const lines = ['r1', 'r2', 'r3'].map((ref) => ({ key: ref, side: 'b' as const, provider_ref: ref }))
  await ownTransaction(recon.testApp.serveParts, { merchantId, environment: 'sandbox' }, { requestId: 'read' }, (ctx) =>
    keepAnswer(ctx, {}, lines),
  )
  await recon.testApp.owner.transaction(null, (tx) =>
    tx.query(
      `update recon_outcomes o set recon_id = r.recon_id, reading = r.reading, row_no = r.row_no from recon_records r
       where o.merchant_id = $1 and r.merchant_id = $1 and r.provider_ref = o.provider_ref`,
      [merchantId],
    ),
  )
  return recon
}
