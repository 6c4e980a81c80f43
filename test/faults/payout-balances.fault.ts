import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingOut, someBank, someWish, type PayingOut } from '#server/payouts/fixtures.ts'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { runJobs } from '#test/run-jobs.ts'
import { countOf, report } from './counts.ts'
import { planted } from './planted-test.ts'

/**
 * 20 payouts of 1,000 from an account with 5,000 are approved at once, with deposits, cancellations, releases and returns between: the
 * account is never below zero, and what fits leaves.
 */
const rounds = countOf(200, 2)
const timeout = countOf(20 * 60_000, 60_000)
const file = import.meta.filename
const bank = someBank('Supplier Pte Ltd')
let out: PayingOut

beforeAll(async () => {
  out = await openPayingOut()
}, 60_000)
afterAll(() => out.close(), 60_000)

test(
  `20 payouts at once from 5,000, ${rounds} times: never below zero, and always the most that fits`,
  { timeout },
  async () => {
    let sent = 0
    let returned = 0
    for (let round = 1; round <= rounds; round++) {
      const { accountNo, refs } = await race()
      const ends = await expectMostThatFits(accountNo, refs)
      sent += ends.gone
      returned += ends.returned
      if (round % 20 === 0 || round === rounds) expect(await findings()).toEqual([])
    }
    report(`${sent} payouts were let go in ${rounds} rounds, and ${returned} came back`)
    expect(returned).toBeGreaterThanOrEqual(rounds)
    expect(sent).toBeGreaterThanOrEqual(rounds * 5)
  },
)

planted(
  'reservations that are not counted are found',
  { file, sources: ['server/ledger/covered-account.ts', 'server/ledger/payout-postings.ts'], timeout },
  async () => {
    await out.sql(
      `create function forget_reservations() returns trigger language plpgsql as $$
       begin if new.reserved_minor > old.reserved_minor then new.available_minor := old.available_minor; end if; return new; end $$`,
      [],
    )
    await out.sql(
      'create trigger forgets before update on virtual_accounts for each row execute function forget_reservations()',
      [],
    )
    try {
      const { accountNo, refs } = await race()
      await expect(expectMostThatFits(accountNo, refs)).rejects.toThrow()
      expect(await findings()).not.toEqual([])
    } finally {
      await out.sql('drop function forget_reservations cascade', [])
    }
  },
)

/** The statistics by which the ledger's statements are planned come with time, which the rows of a test do not have. */
async function findings(): Promise<unknown[]> {
  await patiently(() => out.sql('analyze', []))
  return out.findings()
}

/** What waited too long for a lock is tried again, as people and jobs do. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!String(error).includes('lock timeout')) throw error
    }
  }
}

/** Approves 20 payouts at once, while money comes in, payouts are cancelled and some that have left come back. */
async function race(): Promise<{ accountNo: string; refs: string[] }> {
  const accountNo = await out.account(5_000)
  const about = { bank_details: bank, amount: 1_000, reason: 'One of twenty' }
  const wishes = Array.from({ length: 20 }, () => ({ ...someWish(accountNo), ...about }))
  const answer = await out.ask(wishes)
  if (answer.status !== 200) throw new Error(answer.text)
  // The first time the bank is asked whose the account is; until then nothing would leave.
  await runJobs(out.testApp, { names: ['check-account-name', 'screen-beneficiary'] })
  const refs = (answer.body.content as unknown as PayoutRow[]).map(({ txn_ref }) => txn_ref)
  let racing = true
  const watching = (async () => {
    while (racing) {
      const { available, reserved } = await out.balances(accountNo)
      expect(available, 'available').toBeGreaterThanOrEqual(0n)
      expect(reserved, 'set aside').toBeGreaterThanOrEqual(0n)
    }
  })()
  const acts = await Promise.allSettled([
    ...refs.map((ref) => patiently(() => out.approve(ref))),
    ...[1_000, 2_500, 400].map((amount) => patiently(() => out.deposit(accountNo, amount))),
    ...refs.filter(() => Math.random() < 0.2).map((ref) => out.cancel(ref)),
    patiently(() => out.release(accountNo)),
    patiently(() => out.release(accountNo)),
  ])
  // A payout that was cancelled first is not approved any more.
  for (const act of acts)
    if (act.status === 'rejected' && !String(act.reason).includes('no longer possible')) throw act.reason
  await Promise.all([leave(refs), out.deposit(accountNo, 1_300), out.release(accountNo)])
  await out.release(accountNo)
  racing = false
  await watching
  return { accountNo, refs }
}

/** Sends those that are approved, and brings one of three back. */
async function leave(refs: readonly string[]): Promise<void> {
  for (const [at, ref] of refs.entries()) {
    if ((await out.state(ref)) !== 'Approved') continue
    await out.send(ref)
    await out.word(ref, { kind: 'paid' })
    if (at % 3 === 0)
      await out.word(ref, { kind: 'returned', returnedMinor: 100_000n, reason: 'OTHER', providerText: '' })
  }
}

/** What came in is what is there, what was sent and what is set aside; and nothing waits that would fit. Returns how many were let go and came back. */
async function expectMostThatFits(
  accountNo: string,
  refs: readonly string[],
): Promise<{ gone: number; returned: number }> {
  const { available, reserved } = await out.balances(accountNo)
  const [sums] = await out.sql<{
    came: bigint
    left_minor: bigint
    aside: bigint
    least: bigint | null
    gone: number
    returned: number
  }>(
    `select (select sum(amount_minor) from deposits where merchant_id = $1 and account_no = $2)::bigint as came,
       coalesce(sum(amount_minor + fee_minor + fee_tax_minor - returned_minor) filter (where status in ('Success', 'Returned')), 0)::bigint as left_minor,
       coalesce(sum(reserved_minor), 0)::bigint as aside,
       min(amount_minor + fee_minor + fee_tax_minor) filter (where status = 'Queued') as least,
       count(*) filter (where status not in ('Queued', 'Cancelled', 'Created', 'Verified'))::integer as gone,
       count(*) filter (where status = 'Returned')::integer as returned
     from payouts where merchant_id = $1 and virtual_account_no = $2 and txn_ref = any ($3)`,
    [out.merchant.merchantId, accountNo, refs],
  )
  if (!sums) throw new Error('no payouts')
  expect(reserved, 'set aside').toBe(sums.aside)
  expect(available + reserved + sums.left_minor, 'nothing is lost or made').toBe(sums.came)
  if (sums.least !== null) expect(available, 'what waits does not fit').toBeLessThan(sums.least)
  return sums
}
