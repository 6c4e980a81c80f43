import { Agent, request } from 'undici'

import { merchantKeys, seal } from '#server/kit/secrets/vault.ts'
import { accountPlace } from '#server/kit/secrets/vault.ts'
import { sealCredentials } from '#server/channels/connections.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { sealedNumber } from '#server/payouts/account-number.ts'
import { firstSend } from '#server/payouts/send-job.ts'
import { sendPayout } from '#server/payouts/send.ts'
import type { PayoutOutcome, PayoutRequest, Payouts } from '#server/providers/payouts.ts'
import type { Provider } from '#server/providers/provider.ts'
import { servicesOf } from '#server/services.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { payeeAccount, waitingPayouts, type Desk } from './payout-desk.ts'
import { serveQuestions, taskOf } from './process.ts'

/** A worker that sends payouts and does nothing else. A provider is asked by one POST, and takes what it is asked; one never answers. */
const { port, ...desk } = taskOf<Desk & { port: number }>()
const { ownerUrl, merchantId } = desk
const onError = (error: Error) => console.error(error)
const parts = await partsOf(ownerUrl)
const declared = [sendPayout as never]
await prepareJobs(ownerUrl, declared, onError)
const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
const services = servicesOf(parts)
const agent = new Agent({ connections: 32 })

const paying = (path: string): Provider => {
  const pay = async (asked: PayoutRequest, signal: AbortSignal): Promise<PayoutOutcome> => {
    const body = JSON.stringify({ ...asked, amountMinor: String(asked.amountMinor) })
    const headers = { 'content-type': 'application/json' }
    try {
      const url = `http://127.0.0.1:${port}${path}`
      const answer = await request(url, { method: 'POST', dispatcher: agent, headers, body, signal })
      await answer.body.dump()
      return { kind: 'pending', providerRef: asked.key }
    } catch {
      return { kind: 'unknown', why: 'no answer' }
    }
  }
  const payouts: Payouts = { pay, status: async () => ({ kind: 'unknown', why: 'not asked here' }) }
  return { payouts } as Provider
}
const [alive, dead] = [paying('/hook'), paying('/dead')]
services.provider = (name) => (name === deadBank ? dead : alive)
const deadBank = 'dead-bank'

const running = { database, services, now: () => new Date() }
const owner = { merchantId, environment: 'sandbox' as const }
export type SendQuestion = { make: { alive: number; dead: number } } | { work: true }

async function answer(question: SendQuestion): Promise<null> {
  if ('make' in question) await make(question.make)
  else await workJobs({ ownerUrl, declared, onError, ...running })
  return null
}

/** Makes approved payouts that are due at once, those by the channel that never answers first. */
async function make(counts: { alive: number; dead: number }): Promise<void> {
  await asOwner(ownerUrl, `delete from pgboss.job where name = $1`, [sendPayout.name])
  const refs = await waitingPayouts(desk, counts.alive + counts.dead)
  await ownTransaction(running, owner, { requestId: 'bench' }, async (ctx) => {
    const sealed = seal(await merchantKeys(ctx), '12345678', accountPlace(merchantId, 'sandbox', payeeAccount))
    const numbers = await Promise.all(refs.map((ref) => sealedNumber(ctx, ref, '12345678')))
    await asOwner(ownerUrl, `update beneficiary_accounts set account_no_sealed = $2, name_check = 'MATCH' where merchant_id = $1 and account_uuid = $3`, [
      merchantId, sealed, payeeAccount,
    ]) // prettier-ignore
    const credentials = await sealCredentials(ctx, deadBank, {})
    await asOwner(ownerUrl, deadChannel, [merchantId, deadBank, credentials])
    await asOwner(ownerUrl, approved, [merchantId, refs, numbers, counts.dead, deadBank])
    for (const ref of refs) ctx.enqueue({ name: sendPayout.name, data: sendPayout.data }, firstSend(ref))
  })
}

const deadChannel = `
  insert into payment_channels (merchant_id, environment, channel_key, catalogue_key, provider, name, pay_type, creds_sealed, credentials_state,
    created_at)
  select merchant_id, environment, $2, catalogue_key, $2, 'Dead bank', pay_type, $3, 'working', now()
  from payment_channels where merchant_id = $1 and environment = 'sandbox' and channel_key = 'SIMULATOR'
  on conflict (merchant_id, environment, channel_key) do update set creds_sealed = excluded.creds_sealed`
const approved = `
  update payouts p set status = 'Approved', waits_for = '', rail = 'MY_DUITNOW', reserved_minor = amount_minor, account_no_sealed = given.sealed,
    channel_key = case when given.nth <= $4 then $5 else channel_key end
  from unnest($2::text[], $3::bytea[]) with ordinality as given (ref, sealed, nth)
  where p.merchant_id = $1 and p.environment = 'sandbox' and p.txn_ref = given.ref`

// It ends without waiting for a provider that never answers.
serveQuestions(null, answer)
