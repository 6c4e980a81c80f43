import { faults, type Fault } from '#contract/faults.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { RequestContext } from './request-context.ts'

/** Sends what a call leaves behind although it is refused (`Ctx.evenIfRefused`). A call that we failed at leaves nothing. */
export async function leaveBehind(database: Database, { owner, left }: RequestContext, fault: Fault): Promise<void> {
  if (!owner || left.length === 0 || faults[fault.fault].http >= 500) return
  const { merchantId, environment } = owner
  await database.transaction({ merchantIds: [merchantId], environment }, async (tx) => {
    for (const change of left) tx.write(change)
  })
}
